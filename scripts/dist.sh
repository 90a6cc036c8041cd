#!/usr/bin/env bash
# Makes what can be installed, for this operating system and processor, without JDK, Maven or network: a directory with a
# Java of its own and a Maven repository of the modules (the image), the image as tar.gz and, where dpkg-deb is found, as Debian package, a Containerfile, a list of
# the libraries in it (SBOM), and checksums, which --sign signs by a key of GnuPG.
# Started by `./espalier dist [--sign KEY] [DIRECTORY]`, which has built the jars; DIRECTORY is target/dist if left out.
#
# The same commit, JDK and Maven make the same tar.gz and package, byte for byte.
set -euo pipefail

root=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${root%/scripts/*}
# shellcheck source=scripts/common.sh
source "$root/scripts/common.sh"

key=
if [[ ${1:-} == --sign && $# -ge 2 ]]; then
  key=$2
  shift 2
fi
(($# <= 1)) && [[ ${1:-} != -* ]] || die "usage: espalier dist [--sign KEY] [DIRECTORY]"
[[ -z $key ]] || gpg --batch --list-secret-keys -- "$key" >/dev/null 2>&1 ||
  die "--sign $key: gpg has no such secret key." "gpg --list-secret-keys names those it has."
find_jdk
mkdir -p "${1:-$root/target/dist}"
out=$(cd "${1:-$root/target/dist}" && pwd)
version=$(sed -n 's|^  <version>\(.*\)</version>|\1|p' "$root/pom.xml")
machine=$(uname -m)
image=$out/espalier-$version
SOURCE_DATE_EPOCH=$(source_time)
export SOURCE_DATE_EPOCH LC_ALL=C

# Files of the source tree that an image has too, so that what the documentation says holds there.
readonly of_the_tree=(README.md CHANGELOG.md LICENSE docs examples inputs studies)
# Modules of the JDK that nothing names and that a user may need: all of Java SE for plug-ins, files in other encodings, file
# systems in jars, and tools that look into a running service.
readonly further_modules=java.se,jdk.charsets,jdk.unsupported,jdk.zipfs,jdk.jcmd,jdk.jfr

copy_application() {
  local jar
  mkdir -p "$image/app/lib" "$image/bin"
  # Those of the class path, since jars of earlier builds may lie beside them.
  while read -r -d : jar; do
    cp -- "$distribution/$jar" "$image/app/lib/"
  done < <(printf '%s:lib/espalier-cli.jar:' "$(<"$distribution/classpath")")
  cp -- "$distribution/classpath" "$root/scripts/launch.sh" "$image/app/"
  source_commit >"$image/app/commit"
  install -m 755 "$root/packaging/espalier" "$image/espalier"
  ln -s ../espalier "$image/bin/espalier"
  # Not what was run there; docs/results belongs to the tree.
  tar -C "$root" --exclude=target --exclude=.git --exclude='examples/*/results' --exclude='inputs/results' \
    --exclude='studies/results' -cf - "${of_the_tree[@]}" | tar -C "$image" -xf -
}

# copy_licences: what each library is licensed under, and the list of them all.
copy_licences() {
  "$JAVA_HOME/bin/java" "$root/scripts/Licences.java" "$image/app/lib" "$root/packaging/licences" "$root/LICENSE" \
    "$image/licences" || exit 1
  cp -- "$distribution/sbom.cdx.json" "$image/"
}

link_java() {
  local lib=$image/app/lib needed said
  needed=$("$JAVA_HOME/bin/jdeps" --print-module-deps --ignore-missing-deps --multi-release "$required_release" \
    --module-path "$lib" "$lib"/*.jar | tail -n 1) || die "jdeps: $needed"
  said=$("$JAVA_HOME/bin/jlink" --add-modules "$further_modules,$needed" --compress zip-0 --no-header-files --no-man-pages \
    --output "$image/runtime" 2>&1) ||
    die "$JAVA_HOME/bin/jlink cannot make a Java runtime: $said." \
      "Set JAVA_HOME to a whole JDK, for example Eclipse Temurin."
}

# publish_modules: a Maven repository with the modules, their sources and their Javadoc, for programs and plug-ins. Its
# lists of versions have the time of the build, and nobody needs them. The user's own repository stays as it is.
publish_modules() {
  local log=$root/target/publish.log
  lock_build
  touch "$unchecked"
  (cd "$root" && mvn -B -ntp -T 1C -Prelease,unchecked -Dspotless.check.skip=true -Dmaven.test.skip=true \
    -Dmaven.install.skip=true -pl .,test-support,core,testkit,workload,report,simulator,analysis,profiler,service,service-testkit \
    deploy "-DaltDeploymentRepository=espalier::file://${image// /%20}/maven") >"$log" 2>&1 </dev/null ||
    die "the modules could not be published; see $log"
  unlock_build
  find "$image/maven" -name 'maven-metadata.xml*' -delete
}

write_completion() {
  local share=$image/share
  mkdir -p "$share/bash-completion/completions"
  "$image/runtime/bin/java" -cp "$image/app/lib/*" org.espalier.cli.Espalier completion |
    sed '1{/^#!/d}' >"$share/bash-completion/completions/espalier"
}

pack_archive() {
  tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner --mode=u+w,go+r,go-w --mtime="@$SOURCE_DATE_EPOCH" \
    -cf - "${image##*/}" | gzip -n >"$1"
}

# debian_depends: the packages of the libraries that the Java runtime takes from the system, but for those of windows and
# sound.
debian_depends() {
  find "$image/runtime" -name '*.so' ! -name 'libawt_xawt*' ! -name 'libjawt*' ! -name 'libsplashscreen*' ! -name 'libjsound*' \
    -exec ldd {} + 2>/dev/null | awk '$3 ~ /^\// { print $3 }' | sort -u | while read -r library; do
    [[ $library == "$image"/* ]] || dpkg -S "$(readlink -f "$library")" "$library" 2>/dev/null || true
  done | cut -d: -f1 | sort -u | paste -sd, | sed 's/,/, /g'
}

# lay_out_package DIRECTORY: the files of the package.
lay_out_package() {
  local files=$1
  mkdir -p "$files"/{DEBIAN,etc/espalier,etc/default,usr/bin,usr/lib/systemd/system,usr/share/doc/espalier}
  cp -a "$image" "$files/usr/lib/espalier"
  rm -r "$files/usr/lib/espalier/bin" "$files/usr/lib/espalier/maven"
  mv "$files/usr/lib/espalier/share/bash-completion" "$files/usr/share/"
  write_page "$files/usr/share/man/man1"
  rm -r "$files/usr/lib/espalier/share"
  ln -s ../lib/espalier/espalier "$files/usr/bin/espalier"
  ln -s ../../../lib/espalier/docs "$files/usr/share/doc/espalier/docs"
  cp "$root/packaging/debian/copyright" "$files/usr/share/doc/espalier/"
  write_changelog | gzip -n9 >"$files/usr/share/doc/espalier/changelog.gz"
  install -D -m 644 "$root/packaging/debian/lintian-overrides" "$files/usr/share/lintian/overrides/espalier"
  cp "$root/packaging/espalier.service" "$files/usr/lib/systemd/system/"
  cp "$root/packaging/debian/default" "$files/etc/default/espalier"
  cp "$root"/examples/live/* "$files/etc/espalier/"
  sed -i -e '1s/.*/# The live system of espalier.service: an example, to be changed./' \
    -e 's|docs/live-reference.yaml|/usr/share/doc/espalier/docs/live-reference.yaml|' "$files/etc/espalier/live.yaml"
  chmod -R u+w,go+rX,go-w "$files"
}

# write_changelog: the one entry that Debian wants; what changed stands in CHANGELOG.md.
write_changelog() {
  printf 'espalier (%s) unstable; urgency=medium\n\n  * See /usr/lib/espalier/CHANGELOG.md.\n\n -- %s  %s\n' \
    "$version$(snapshot)" "$(sed -n 's/^Maintainer: //p' "$root/packaging/debian/control")" \
    "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
}

# write_page DIRECTORY: the manual page, of what the command says of itself.
write_page() {
  local command=$out/espalier
  if ! command -v help2man >/dev/null; then
    say "no manual page, since help2man was not found"
    return
  fi
  mkdir -p "$1"
  # Not by the launcher, which would put a start-up cache into the image.
  printf '#!/bin/sh\nexec "%s/runtime/bin/java" -cp "%s/app/lib/*" org.espalier.cli.Espalier "$@"\n' "$image" "$image" >"$command"
  chmod +x "$command"
  help2man --no-info --version-string="$version" --name="robust resource manager for heterogeneous computing systems" \
    "$command" | gzip -n9 >"$1/espalier.1.gz"
  rm "$command"
}

# describe_package DIRECTORY: what dpkg wants to know about it.
describe_package() {
  local files=$1 name
  sed -e "s/@VERSION@/$version$(snapshot)/" -e "s/@ARCHITECTURE@/$(dpkg --print-architecture)/" \
    -e "s/@SIZE@/$(du -sk --apparent-size "$files" | cut -f1)/" -e "s/@DEPENDS@/$(debian_depends)/" \
    "$root/packaging/debian/control" >"$files/DEBIAN/control"
  for name in postinst prerm postrm; do
    install -m 755 "$root/packaging/debian/$name" "$files/DEBIAN/$name"
  done
  (cd "$files" && find etc -type f | sort | sed 's|^|/|') >"$files/DEBIAN/conffiles"
  (cd "$files" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$files/DEBIAN/md5sums"
}

# snapshot: what orders packages of the same version, by the time of their commits.
snapshot() {
  local commit
  commit=$(<"$image/app/commit")
  [[ -z $commit ]] || printf '+%s.%s' "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S)" "${commit/-/.}"
}

pack_debian() {
  local files=$out/debian
  lay_out_package "$files"
  describe_package "$files"
  dpkg-deb --root-owner-group -Zgzip --build "$files" "$1" >/dev/null
  rm -r "$files"
}

rm -rf "$image" "$out/debian"
rm -f "$out"/espalier[-_]*.{tar.gz,deb,cdx.json} "$out"/{Containerfile,SHA256SUMS,SHA256SUMS.asc}
say "linking a Java runtime"
copy_application
copy_licences
link_java
write_completion
say "publishing the modules"
publish_modules
say "packing"
archive=$image-linux-$machine.tar.gz
pack_archive "$archive"
sed -e "s/@VERSION@/$version/g" -e "s/@MACHINE@/$machine/g" "$root/packaging/Containerfile" >"$out/Containerfile"
cp -- "$image/sbom.cdx.json" "$image.cdx.json"
made=("$archive" "$image.cdx.json" "$out/Containerfile")
if command -v dpkg-deb >/dev/null; then
  pack_debian "$out/espalier_${version}_$(dpkg --print-architecture).deb"
  made+=("$out"/espalier_*.deb)
else
  say "no Debian package, since dpkg-deb was not found"
fi
(cd "$out" && sha256sum -- "${made[@]##*/}") >"$out/SHA256SUMS"
made+=("$out/SHA256SUMS")
if [[ -n $key ]]; then
  gpg --batch --yes --armor --local-user "$key" --output "$out/SHA256SUMS.asc" --detach-sign "$out/SHA256SUMS"
  made+=("$out/SHA256SUMS.asc")
fi
du -sh "$image/" "${made[@]}"

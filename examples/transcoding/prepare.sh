#!/usr/bin/env bash
# prepare.sh DIRECTORY: makes a directory to serve: generated clips, the descriptions of service and system, and
# a place for the segments. Keeps clips and execution times that are there. Installs ffmpeg when run as root on Debian.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
root=$here/../..
# shellcheck source=../../scripts/common.sh
source "$root/scripts/common.sh"

[[ $# -eq 1 ]] || die "expected one argument, the directory to make; as in: prepare.sh /tmp/transcoding"
if ! command -v ffmpeg >/dev/null; then
  on_debian_as_root && apt_install ffmpeg || die "ffmpeg is needed and was not found." \
    "Install it with H.264 (libx264) and VP8 (libvpx), for example with: apt-get install ffmpeg"
fi

mkdir -p "$1/clips" "$1/out"
cp "$here/live.yaml" "$here/system.yaml" "$1/"
[[ -e $1/times.csv ]] || cp "$here/times.csv" "$1/"

# clip NAME SOURCE QUALITY: three seconds of a source of libavfilter.
clip() {
  local file=$1 source=$2 quality=$3
  [[ ! -e $clips/$file.mp4 ]] || return 0
  ffmpeg -v error -nostdin -y -f lavfi -i "$source" -t 3 -c:v libx264 -preset ultrafast -crf "$quality" \
    -pix_fmt yuv420p -f mp4 "$clips/$file.part"
  mv "$clips/$file.part" "$clips/$file.mp4"
}

clips=$1/clips
clip bars smptehdbars=size=1280x720:rate=25 18
clip pattern testsrc2=size=1280x720:rate=25 18
clip fractal mandelbrot=size=1280x720:rate=25 18
clip cells "life=size=320x180:rate=25:seed=1:mold=10:ratio=0.1,scale=1280:720:flags=neighbor" 18
clip noise "testsrc2=size=1280x720:rate=25,noise=alls=12:allf=t:all_seed=1" 26

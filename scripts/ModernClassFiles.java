import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Brings class files of jars to a format that the start-up cache of the JVM takes: it leaves out
 * those of before Java 6, which have no stack maps. What the classes do stays the same, as do all
 * other entries. A jar without such classes is left alone.
 *
 * <p>Arguments: jars, which are replaced.
 */
final class ModernClassFiles {
  private static final int FIRST_CACHED = ClassFile.JAVA_6_VERSION;
  private static final int WRITTEN = ClassFile.JAVA_17_VERSION;

  public static void main(String[] args) throws IOException {
    for (String jar : args) {
      Path original = Path.of(jar);
      Path modern = Path.of(jar + ".modern");
      if (rewrite(original, modern)) {
        Files.move(modern, original, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.delete(modern);
      }
    }
  }

  /** Whether there was anything to rewrite. */
  private static boolean rewrite(Path from, Path to) throws IOException {
    boolean changed = false;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {from.toUri().toURL()});
        ZipFile in = new ZipFile(from.toFile());
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
      ClassFile format =
          ClassFile.of(
              StackMapsOption.GENERATE_STACK_MAPS,
              ConstantPoolSharingOption.NEW_POOL,
              ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofClassLoading(loader)));
      for (ZipEntry entry : Collections.list(in.entries())) {
        byte[] content = in.getInputStream(entry).readAllBytes();
        if (entry.getName().endsWith(".class") && version(content) < FIRST_CACHED) {
          content = modern(format, content);
          changed = true;
        }
        out.putNextEntry(sameTime(entry));
        out.write(content);
        out.closeEntry();
      }
    }
    return changed;
  }

  /** An entry of the same name and time, so that the same jar makes the same bytes. */
  private static ZipEntry sameTime(ZipEntry entry) {
    ZipEntry same = new ZipEntry(entry.getName());
    same.setTimeLocal(entry.getTimeLocal());
    return same;
  }

  private static int version(byte[] content) {
    return (content[6] & 0xff) << 8 | content[7] & 0xff;
  }

  private static byte[] modern(ClassFile format, byte[] content) {
    ClassModel old = format.parse(content);
    return format.transformClass(
        old,
        (builder, element) -> {
          if (element instanceof ClassFileVersion) {
            builder.withVersion(WRITTEN, 0);
          } else {
            builder.with(element);
          }
        });
  }
}

package org.espalier.simulator.work;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.stream.IntStream;

/** Loads the classes of this project anew, with methods that tell {@link Work} of their entries. */
final class CountingLoader extends ClassLoader {
  private static final String OURS = "org.espalier.";
  private static final String CORE = OURS + "core.";
  private static final ClassDesc WORK = ClassDesc.of(Work.class.getName());
  private static final MethodTypeDesc COUNT =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

  CountingLoader(ClassLoader parent) {
    super(parent);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS) || name.equals(Work.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = counting(name, file.readAllBytes());
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] counting(String name, byte[] bytes) {
    List<Integer> kinds =
        IntStream.range(0, Work.KINDS.size())
            .filter(k -> name.equals(CORE + Work.KINDS.get(k).type().replace('/', '.')))
            .boxed()
            .toList();
    byte[] counting = bytes;
    for (int kind : kinds) {
      ClassFile files = ClassFile.of();
      counting =
          files.transformClass(
              files.parse(counting),
              ClassTransform.transformingMethodBodies(
                  method -> isOf(kind, method), new Entry(kind)));
    }
    return counting;
  }

  private static boolean isOf(int kind, MethodModel method) {
    return Work.KINDS.get(kind).methods().contains(method.methodName().stringValue());
  }

  /** Code that counts, and then does what it did. */
  private record Entry(int kind) implements CodeTransform {
    @Override
    public void atStart(CodeBuilder code) {
      code.loadConstant(kind).invokestatic(WORK, "count", COUNT);
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      code.with(element);
    }
  }
}

package org.espalier.cli.live;

import java.lang.reflect.Proxy;

/**
 * The signal HUP. The JDK has no other way to hear of it than a class that compilers warn of, which
 * is looked up by its name for that.
 */
final class HangUp {
  private HangUp() {}

  /** Does something each time it comes, in place of ending the process. */
  static void does(Runnable deed) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object hearer =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (_, method, given) -> {
                if (method.getName().equals("handle")) {
                  deed.run();
                }
                return null;
              });
      Object hup = signal.getConstructor(String.class).newInstance("HUP");
      Object unused = signal.getMethod("handle", signal, handler).invoke(null, hup, hearer);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this Java runtime hears of no signals", e);
    }
  }
}

package org.espalier.service;

import java.io.IOException;

/** Signals to processes of this computer. */
public final class Signal {
  private Signal() {}

  /** Sends one, as in {@code STOP}; whether there was such a process. */
  public static boolean send(String name, long pid) throws IOException, InterruptedException {
    return new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" \"$2\"", "sh", name, "" + pid)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}

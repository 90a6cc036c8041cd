package org.espalier.workload.process;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The environment that commands of users are given: that of this process, with the locale that the
 * user has. The launcher may have set another one, since Java takes the letters of file names from
 * it; what was there before is in {@code ESPALIER_LC_ALL} or {@code ESPALIER_LC_CTYPE}.
 */
public final class UserEnvironment {
  private UserEnvironment() {}

  /** Its variables, to be changed at will. */
  public static Map<String, String> get() {
    return of(System.getenv());
  }

  static Map<String, String> of(Map<String, String> own) {
    Map<String, String> all = new HashMap<>(own);
    for (String name : List.of("LC_ALL", "LC_CTYPE")) {
      String before = all.remove("ESPALIER_" + name);
      if (before != null && before.isEmpty()) {
        all.remove(name);
      } else if (before != null) {
        all.put(name, before);
      }
    }
    return all;
  }
}

package org.espalier.core.model;

/**
 * What a task may be served as, for a share of its worth (THESIS 7.2.4, approximate computation).
 * It is a row of the PET with execution times of its own.
 *
 * @param type index of the {@link TaskType} whose times it has
 * @param share how much of the worth of the task in full it has, in (0, 1]
 */
public record Version(int type, double share) {
  public Version {
    Arguments.id(type, "version");
    Arguments.refuse(
        !(share > 0 && share <= 1),
        "a version has a share of %s of the worth; expected a number above 0 and up to 1",
        share);
  }
}

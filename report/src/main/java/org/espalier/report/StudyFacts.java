package org.espalier.report;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * The facts that identify a study and let a reader make it again.
 *
 * @param name short name, used for file names
 * @param title title of the page
 * @param description what the study asks, in plain text; blank lines part paragraphs; may be empty
 * @param seed master seed of all trials; a text in JSON, as a script's numbers do not hold every
 *     long
 * @param version version of Espalier that ran it
 * @param command command line that makes the report again; may be empty
 * @param settings every setting, as the file that the command reads has them; may be empty
 * @param words what the study and its parts are called
 */
public record StudyFacts(
    String name,
    String title,
    String description,
    @JsonFormat(shape = JsonFormat.Shape.STRING) long seed,
    String version,
    String command,
    String settings,
    Words words) {

  /** Facts without settings. */
  public StudyFacts(
      String name, String title, String description, long seed, String version, String command) {
    this(name, title, description, seed, version, command, "", Words.OF_STUDY);
  }

  /** What a study, what a row of it, and what the row is a mean of are called; in the singular. */
  public record Words(String study, String scenario, String trial) {
    /** Of what is simulated. */
    public static final Words OF_STUDY = new Words("study", "scenario", "trial");

    /** Of what is measured. */
    public static final Words OF_PLAN = new Words("plan", "cell", "run");
  }
}

package org.espalier.service.live;

/**
 * How tasks of a type left of late, since the process started.
 *
 * @param left how many of them are counted here, the last {@link #MOST} at most
 * @param since how long ago the first of these left, in ticks
 * @param poorer how many of those on time were so as poorer versions
 * @param worthOnTime which share of what they were worth was earned; NaN where each earned the same
 *     or nothing, so that shares of tasks tell it all
 * @param failed how many had failed
 * @param response median from submission to completion, in ticks; NaN if none was completed
 * @param reason why most of the failed ones failed; empty if none did
 * @param doubt what speaks against the predictions, in words; empty if nothing does
 */
public record TypeFigures(
    String type,
    int left,
    long since,
    int onTime,
    int poorer,
    double worthOnTime,
    int failed,
    double response,
    String reason,
    String doubt) {
  /** Of how many tasks of a type figures are. */
  public static final int MOST = 200;
}

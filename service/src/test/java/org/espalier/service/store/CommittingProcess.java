package org.espalier.service.store;

/** Commits busy changes for ever, and tells each one when it is durable; to be killed. */
final class CommittingProcess {
  /** Begins a line about a durable change; other lines are of the log. */
  static final String DURABLE = "durable ";

  private CommittingProcess() {}

  /** Takes the file and the number of the first change. */
  public static void main(String[] args) {
    Store store = Stores.open(args[0]);
    for (int n = Integer.parseInt(args[1]); ; n++) {
      store.commit(Samples.busy(n));
      System.out.println(DURABLE + n);
    }
  }
}

package org.espalier.service.store;

/** What a commit survives. */
public enum Durability {
  /** The loss of power: a commit returns when the disk has it. */
  FULL,
  /**
   * The end of the service in any way. When the machine of the database loses power, the last
   * commits may be lost, whole ones and in order. Several times as fast as {@link #FULL}.
   */
  NORMAL
}

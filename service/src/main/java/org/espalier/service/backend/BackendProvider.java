package org.espalier.service.backend;

import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.DocumentNode;

/**
 * A kind of back end that a plug-in brings. Jars name theirs in {@code META-INF/services}; a
 * live.yaml has it as {@code backend: NAME}, and its keys in a block of that name.
 */
public interface BackendProvider {
  /** The name of the kind; none of those that there are. */
  String name();

  /**
   * What opens the back end. At a reload one that equals the one before stays open, so give a
   * record. What is wrong with a key is {@linkplain DocumentNode#report reported}, and nothing is
   * opened then; keys that are not read are refused.
   *
   * @param keys the block of its name, which may be empty, as in {@code NAME: {}}
   * @param system with the machines that it is to have
   */
  BackendFactory read(DocumentNode keys, HcSystem system);

  /** One of a plug-in, as a live.yaml describes it. */
  record Settings(String kind, BackendFactory factory) implements BackendSettings {}
}

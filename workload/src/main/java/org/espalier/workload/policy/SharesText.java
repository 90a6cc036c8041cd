package org.espalier.workload.policy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * Shares by task type as text, as {@code summarise: 50%, classify: 0.2}, and whether a system has
 * the types.
 */
public final class SharesText {
  private static final String NONE = "none";

  private SharesText() {}

  static SharesByType parse(OptionText text) {
    Map<String, Double> shares = new TreeMap<>();
    if (!text.is(NONE)) {
      for (String part : text.word().split(",", -1)) {
        int colon = part.lastIndexOf(':');
        double share =
            new OptionText(part.substring(colon + 1).strip(), text.tick())
                .number(Double.MIN_VALUE, 1);
        if (colon <= 0 || shares.put(part.substring(0, colon).strip(), share) != null) {
          throw text.unfit();
        }
      }
    }
    return new SharesByType(shares);
  }

  static String of(SharesByType shares) {
    return shares.isEmpty()
        ? NONE
        : new TreeMap<>(shares.byType())
            .entrySet().stream()
                .map(share -> share.getKey() + ": " + OptionText.of(share.getValue()))
                .collect(Collectors.joining(", "));
  }

  /**
   * Reports shares of task types that a system does not have.
   *
   * @param entry what may set them
   * @param document what else does, in a block {@code settings}
   */
  public static void check(
      DocumentNode entry, DocumentNode document, PolicySettings settings, HcSystem system) {
    check(entry, document, "at_least", settings.atLeast(), system);
    check(entry, document, "type_thresholds", settings.pruning().ofTypes(), system);
  }

  private static void check(
      DocumentNode entry, DocumentNode document, String key, SharesByType shares, HcSystem system) {
    boolean isOwn = entry.isMapping() && entry.has(key);
    DocumentNode block = isOwn ? entry : document.block("settings");
    DocumentNode set = block.node(key).find().orElse(document);
    List<String> types = system.taskTypes().stream().map(TaskType::name).toList();
    for (String type : new TreeSet<>(shares.byType().keySet())) {
      if (!types.contains(type)) {
        String remedy = Names.remedy(type, types);
        String problem = "no task type of system " + system.name();
        if (set.isMapping() && set.has(type)) {
          set.report(type, problem, remedy);
        } else {
          set.report("%s: %s is %s".formatted(key, type, problem), remedy);
        }
      }
    }
  }
}

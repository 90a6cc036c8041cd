package org.espalier.simulator.study;

import java.util.Optional;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.policy.ForecastText;
import org.espalier.workload.policy.PolicyEntryReader;
import org.espalier.workload.policy.PolicySetting;

/** An option of policies and of the rules they play by, or a parameter of one, as an axis. */
final class SettingDimension extends Dimension {
  private final PolicySetting setting;

  SettingDimension(PolicySetting setting) {
    super(setting.key(), setting.label());
    this.setting = setting;
  }

  PolicySetting setting() {
    return setting;
  }

  @Override
  public boolean isOfPolicies() {
    return true;
  }

  /** Tables show it, so it names no file. */
  @Override
  Optional<String> value(DocumentNode node) {
    Optional<String> value = PolicyEntryReader.value(node, setting);
    boolean isFile =
        value
            .flatMap(text -> ForecastText.named(setting, text))
            .filter(ForecastText::isFile)
            .isPresent();
    if (isFile) {
      node.report(
          "is a file, which cannot be a value of an axis",
          "give policies of their own names, as {policy: JIT, name: ..., forecast: ...}");
    }
    return value.filter(text -> !isFile);
  }

  @Override
  void set(ScenarioDraft draft, String value) {
    draft.settings.put(setting, value);
  }
}

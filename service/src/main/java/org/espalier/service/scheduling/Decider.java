package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.ResourceManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The policy that decides, its settings, and whether it does so as the fallback; durable. Changed
 * by one thread.
 */
final class Decider {
  private static final Logger LOG = LoggerFactory.getLogger(Decider.class);
  private static final String POLICY_FACT = "policy";
  private static final String SETTINGS_FACT = "policy.settings";
  private static final String FALLBACK_FACT = "fallback";
  private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};

  private final SchedulerSettings configured;
  private final Ledger ledger;
  private volatile Policies policies;
  private AllocationPolicy policy;
  private volatile String name;

  /** The settings that differ from the file's. */
  private volatile Map<String, String> settings;

  /** Why the fallback decides; empty if it does not. */
  private volatile String fallenBack;

  /** The one that decided last, or else that of the file, in its first state. */
  Decider(SchedulerSettings configured, Map<String, String> facts, Ledger ledger) {
    this.configured = configured;
    this.ledger = ledger;
    String last = facts.getOrDefault(POLICY_FACT, configured.policy());
    this.name = configured.policies().names().contains(last) ? last : configured.policy();
    String changed = facts.getOrDefault(SETTINGS_FACT, "");
    this.settings = changed.isEmpty() ? Map.of() : settingsOf(changed);
    this.policies = configured.policies().with(settings);
    this.policy = policies.create(name);
    this.fallenBack = name.equals(last) ? facts.getOrDefault(FALLBACK_FACT, "") : "";
    if (!changed.isEmpty()) {
      noteSettings(); // what the file refuses by now does not come back with another file
    }
  }

  /** The settings that were changed, unless the file refuses them by now. */
  private Map<String, String> settingsOf(String text) {
    try {
      Map<String, String> changed = JsonMapper.shared().readValue(text, TEXTS);
      AllocationPolicy unused = configured.policies().with(changed).create(name);
      return changed;
    } catch (RuntimeException e) {
      LOG.warn(
          "the settings {} of policies are those of the file again, for good: {}",
          text,
          e.getMessage());
      return Map.of();
    }
  }

  /**
   * Another policy decides from now on.
   *
   * @param changes its settings that differ from the file's
   */
  void switchTo(long now, String other, Map<String, String> changes, ResourceManager manager) {
    Policies changed = configured.policies().with(changes);
    AllocationPolicy next = changed.create(other);
    manager.policyChanged(now, next, changed.settings());
    policies = changed;
    settings = Collections.unmodifiableMap(changes);
    noteSettings();
    name = other;
    policy = next;
    ledger.step().fact(POLICY_FACT, other);
    noteFallback("");
  }

  private void noteSettings() {
    ledger.step().fact(SETTINGS_FACT, JsonMapper.shared().writeValueAsString(settings));
  }

  private void noteFallback(String why) {
    fallenBack = why;
    ledger.step().fact(FALLBACK_FACT, why);
  }

  /** What is to decide where the policy fails; empty if nothing else is. */
  Optional<Policies.Fallback> fallback() {
    return configured.policies().fallback().filter(other -> !other.policy().equals(name));
  }

  /** The fallback decides from now on, until an operator says otherwise. */
  void fallBack(long now, String why, ResourceManager manager) {
    String before =
        settings.entrySet().stream()
            .map(setting -> " %s=%s".formatted(setting.getKey(), setting.getValue()))
            .collect(Collectors.joining("", name, ""));
    switchTo(now, fallback().orElseThrow().policy(), Map.of(), manager);
    noteFallback(
        "%s decides as the fallback: %s; espalier policy %s goes back"
            .formatted(name, why, before));
    LOG.error(fallenBack);
  }

  /** A mapping event is over; the fallback decides from now on if that took too long. */
  void took(long now, Duration time, ResourceManager manager) {
    fallback()
        .flatMap(Policies.Fallback::after)
        .filter(longest -> time.compareTo(longest) > 0)
        .ifPresent(longest ->
            fallBack(
                now,
                "a mapping event of policy %s took %s ms, more than %s"
                    .formatted(name, time.toMillis(), longest.toMillis()),
                manager));
  }

  AllocationPolicy policy() {
    return policy;
  }

  String name() {
    return name;
  }

  /** All settings, for the journal. */
  String allSettings() {
    return policies.settings();
  }

  /** The settings that differ from the file's; for all threads. */
  Map<String, String> settings() {
    return settings;
  }

  /** The policy, if it takes all tasks to be worth the same; for all threads. */
  Optional<String> withoutWorth() {
    return Optional.of(name).filter(each -> !policies.mindsWorth(each));
  }

  /** Why the fallback decides, empty if it does not; for all threads. */
  Optional<String> fallenBack() {
    return Optional.of(fallenBack).filter(why -> !why.isEmpty());
  }
}

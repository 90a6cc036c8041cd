package org.espalier.workload.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.espalier.testkit.TinySystems;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The policy of a document that is no study. */
class PolicyChoiceTest {
  private static final PolicyParameter<Double> SHARE =
      PolicyParameter.share("share", 0.5, "a share", "none");

  /** A policy that needs the power of machines, with a parameter. */
  private static final class Frugal implements PolicyProvider {
    @Override
    public String name() {
      return "Frugal";
    }

    @Override
    public String summary() {
      return "for machines of known power";
    }

    @Override
    public String source() {
      return "none";
    }

    @Override
    public boolean needsPower() {
      return true;
    }

    @Override
    public List<PolicyParameter<?>> parameters() {
      return List.of(SHARE);
    }

    @Override
    public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
      throw new UnsupportedOperationException("is not asked to");
    }
  }

  private static final HcSystem POWERED =
      TinySystems.ofPStates(new Pmf[][][] {{{Pmf.of(2, 1, 1)}}}, 0);
  private static final PolicyProvider FRUGAL = new Frugal();
  private static final PolicyRegistry REGISTRY = PolicyRegistry.of(List.of(FRUGAL));

  private final Problems problems = new Problems();

  private Optional<PolicyChoice> read(String text, PolicyRegistry registry, HcSystem system) {
    return PolicyChoice.read(
        Document.parse(text, Path.of("live.yaml"), problems).orElseThrow(), registry, system);
  }

  @Test
  void itIsJitWithPresetJournalUnlessSaidOtherwise() {
    PolicyChoice choice =
        read("other: 1", PolicyRegistry.builtIn(), TinySystems.twoByTwo()).orElseThrow();

    assertThat(choice.policy()).isEqualTo("JIT");
    assertThat(choice.settings()).isEqualTo(RegistrySettings.of(PolicySettings.JOURNAL));
  }

  @Test
  void itsParametersStandAmongTheSettings() {
    String text = "policy: Frugal\nsettings: {Frugal.share: 0.25, toggle: 2}";

    PolicySettings settings =
        read(text, REGISTRY, POWERED).orElseThrow().settings().forPolicy(FRUGAL);

    assertThat(settings.parameters().get(SHARE)).isEqualTo(0.25);
    assertThat(settings.pruning().toggle().on()).isEqualTo(2);
  }

  /** By their common name, or each by its own. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "JIT.fairness: {weight: 0.5, factor: 0.2}",
        "JIT.fairness.weight: 0.5, JIT.fairness.factor: 0.2"
      })
  void parametersMayStandTogether(String fairness) {
    String text = "policy: JIT\nsettings: {%s, JIT.lead: 20 ms}".formatted(fairness);
    PolicyRegistry registry = PolicyRegistry.builtIn();

    RegistrySettings settings =
        read(text, registry, TinySystems.twoByTwo()).orElseThrow().settings();

    assertThat(problems.listed()).isEmpty();
    assertThat(settings.parametersOf("JIT"))
        .hasToString("{fairness.factor=0.2, fairness.weight=0.5, lead=PT0.02S}");
  }

  @Test
  void anEntryMayHaveThemTogether() {
    String text = "policy: JIT\nfairness: {weight: 0.5, factor: 0.2}\nlead: 20 ms";
    PolicyEntryReader reader = new PolicyEntryReader(PolicyRegistry.builtIn());

    reader.read(Document.parse(text, Path.of("study.yaml"), problems).orElseThrow());

    assertThat(problems.listed()).isEmpty();
    assertThat(reader.entries().getFirst().overrides().values())
        .containsExactlyInAnyOrder("0.5", "0.2", "20 ms");
  }

  @Test
  void unknownOnesAmongThemHaveTheirPlace() {
    String text = "policy: JIT\nsettings:\n  JIT.fairness:\n    weigth: 0.5\n    factor: 7\n";

    read(text, PolicyRegistry.builtIn(), TinySystems.twoByTwo());

    assertThat(problems.listed().stream().map(Object::toString))
        .anyMatch(told -> told.matches("live.yaml:4: .*did you mean weight\\?"))
        .anyMatch(told -> told.startsWith("live.yaml:5: ") && told.contains("from 0 to 1"))
        .hasSize(2);
  }

  @Test
  void sharesAreReadByTaskTypeAndWrittenAgain() {
    HcSystem system = TinySystems.twoByTwo();
    String type = system.taskTypes().getFirst().name();
    String text =
        "policy: JIT\nsettings: {at_least: {%s: 50%%}, type_thresholds: {%s: 0.2}}"
            .formatted(type, type);

    PolicySettings settings =
        read(text, PolicyRegistry.builtIn(), system).orElseThrow().settings().common();

    assertThat(settings.atLeast().byType()).containsExactly(Map.entry(type, 0.5));
    assertThat(settings.pruning().ofTypes().byType()).containsExactly(Map.entry(type, 0.2));
    assertThat(PolicyOption.AT_LEAST.text(settings, system.tick())).isEqualTo(type + ": 0.5");
    assertThat(PolicyOption.AT_LEAST.accepts(type + ": 0.5, other: 20%")).isTrue();
    for (String wrong : List.of("50%", "a: 0", "a: 1, a: 0.5", "a: x", "a: 0.5,")) {
      assertThat(PolicyOption.AT_LEAST.accepts(wrong)).as(wrong).isFalse();
    }
  }

  @Test
  void allThatIsWrongWithSharesHasItsLine() {
    HcSystem system = TinySystems.twoByTwo();
    String type = system.taskTypes().getFirst().name();
    PolicyRegistry registry = PolicyRegistry.builtIn();

    read(
        "policy: JIT\nsettings:\n  at_least:\n    %s: 120%%\n    x: many".formatted(type),
        registry,
        system);
    read("policy: FCFS\nsettings:\n  at_least:\n    %sx: 20%%".formatted(type), registry, system);
    read("policy: PAM\nsettings:\n  type_thresholds: {y: 20%}", registry, system);

    assertThat(problems.listed().stream().map(Object::toString))
        .anyMatch(told ->
            told.startsWith(
                "live.yaml:4: settings.at_least.%s: does not fit (value 120%%)".formatted(type)))
        .anyMatch(
            told -> told.startsWith("live.yaml:5: settings.at_least.x: does not fit (value many)"))
        .anyMatch(told ->
            told.startsWith("live.yaml:4: settings.at_least.%sx: no task type".formatted(type)))
        .anyMatch(told -> told.startsWith("live.yaml:1: policy: FCFS cannot hold the shares"))
        .anyMatch(told -> told.startsWith("live.yaml:3: settings.type_thresholds.y: no task type"))
        .hasSize(5);
  }

  @Test
  void aPolicyWhoseNeedsAreNotMetIsRefused() {
    HcSystem unpowered = TinySystems.twoByTwo();

    read("policy: Frugal-P", REGISTRY, unpowered);

    assertThat(problems.listed().toString())
        .contains("needs power of machines, which system " + unpowered.name());
    assertThat(REGISTRY.namesFor(unpowered)).isEmpty();
  }

  @Test
  void whoNamesTheOtherFormOfJitIsToldThatThereIsOne() {
    read("policy: JIT-D", PolicyRegistry.builtIn(), POWERED);

    assertThat(problems.listed().toString())
        .contains("unknown policy (value JIT-D); JIT has one form; take JIT");
  }

  @Test
  void whatIsWrongHasItsPlace() {
    String text = "policy: Frugal\nsettings:\n  Frugal.shares: 0.2\n  Frugal.share: 2\n";

    read(text, REGISTRY, POWERED);

    assertThat(problems.listed().stream().map(Object::toString))
        .anyMatch(told -> told.matches("live.yaml:3: .*did you mean Frugal.share\\?"))
        .anyMatch(told -> told.matches("live.yaml:4: .*expected a number from 0 to 1"));
  }
}

package org.espalier.analysis.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.espalier.analysis.ParetoInputs;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.junit.jupiter.api.Test;

class SystemChangeTest {
  private static final HcSystem SYSTEM = ParetoInputs.problem("env9").system();

  private static long count(HcSystem system, String type) {
    return system.machines().stream().filter(m -> m.type().name().equals(type)).count();
  }

  private static HcSystem changed(SystemChange.Kind kind, String text) {
    return SystemChange.of(kind, text).applyTo(SYSTEM);
  }

  @Test
  void machinesAreAddedByTheEndOfTheirTypesName() {
    HcSystem changed = changed(SystemChange.Kind.ADD, "i7-3770K x 4");
    assertThat(count(changed, "Intel Core i7 3770K")).isEqualTo(8);
    assertThat(changed.machines()).hasSize(40);
    assertThat(changed.machines().stream().map(Machine::name)).doesNotHaveDuplicates();
  }

  @Test
  void machinesAreRemoved() {
    HcSystem changed = changed(SystemChange.Kind.REMOVE, "A8-3870k x 3");
    assertThat(count(changed, "AMD A8-3870k")).isEqualTo(1);
    assertThat(changed.machines().getLast().id()).isEqualTo(32);
  }

  @Test
  void oneMachineIsSwitchedOffByItsName() {
    String name = SYSTEM.machines().get(7).name();
    HcSystem changed = changed(SystemChange.Kind.OFF, name);
    assertThat(changed.findMachine(name)).isEmpty();
    assertThat(changed.machines()).hasSize(35);
  }

  @Test
  void whatCannotBeIsSaid() {
    assertThatThrownBy(() -> changed(SystemChange.Kind.REMOVE, "A8-3870k x 5"))
        .hasMessageContaining("has 4 machines of type AMD A8-3870k");
    assertThatThrownBy(() -> changed(SystemChange.Kind.ADD, "Core"))
        .hasMessageContaining("no machine type, or several, of that name; its types are AMD A8");
    assertThatThrownBy(() -> changed(SystemChange.Kind.ADD, "i9 x 1"))
        .hasMessageContaining("no machine type");
    assertThatThrownBy(() -> SystemChange.of(SystemChange.Kind.ADD, "i9 x 0"))
        .hasMessageContaining("changes nothing");
  }
}

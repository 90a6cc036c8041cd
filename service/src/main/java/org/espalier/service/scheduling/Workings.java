package org.espalier.service.scheduling;

import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.HcSystem;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Owner;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Audience;
import org.espalier.service.live.Timeline;
import org.espalier.service.scheduling.SchedulerSettings.Configuration;
import org.espalier.service.store.Store;
import org.slf4j.LoggerFactory;

/** What {@link Operations} are made of; put together once. */
record Workings(
    SchedulerSettings settings,
    Surroundings around,
    Places places,
    Admission admission,
    Learning learning,
    Ledger ledger,
    BudgetMeter budget,
    ChangedMachines changedMachines,
    Clerk clerk,
    Commander commander,
    MachineConditions conditions,
    ResourceManager manager) {
  /**
   * What outlives a step that is undone.
   *
   * @param learning what is learned, of what was saved of it
   * @param isSure whether no other service can decide yet
   */
  record Surroundings(
      Timeline timeline,
      Backend backend,
      LaunchReports reports,
      Function<String, Learning> learning,
      Stops stops,
      Presence.Absences absences,
      Audience audience,
      BooleanSupplier isSure) {
    /** Those of a scheduler, with a back end that is opened now. */
    static Surroundings open(
        Configuration configuration,
        PatientStore store,
        Store.Resumption resumption,
        LaunchReports reports,
        Audience audience) {
      Owner owner =
          new Owner(
              store.insist(Store::id),
              store.insist(Store::tenure),
              reports.timeline().epoch(),
              Presence.holders(resumption.facts()));
      return new Surroundings(
          reports.timeline(),
          configuration.backend().open(owner, reports),
          reports,
          configuration.learning(),
          new Stops(),
          new Presence.Absences(),
          audience,
          store::isSure);
    }

    /** Stops watching what runs, which goes on. */
    void close() {
      reports.close();
      try {
        backend.close();
      } catch (RuntimeException e) {
        LoggerFactory.getLogger(Backend.class).warn("the back end did not close", e);
      }
    }

    /** The same with another way to learn. */
    Surroundings with(Function<String, Learning> other) {
      return new Surroundings(timeline, backend, reports, other, stops, absences, audience, isSure);
    }
  }

  /** Where the store keeps what was learned. */
  static final String LEARNING_FACT = "learning";

  /**
   * The workings that go on from what is durable, without its tasks.
   *
   * @param ledger that of the same
   * @param decider decides at first
   */
  static Workings of(
      SchedulerSettings settings,
      Surroundings around,
      long now,
      Store.Resumption resumption,
      Ledger ledger,
      AllocationPolicy decider,
      Commander.OwnEnds ownEnds) {
    HcSystem system = settings.system();
    Map<String, String> facts = resumption.facts();
    Learning learning = around.learning().apply(facts.getOrDefault(LEARNING_FACT, ""));
    BudgetMeter budget =
        new BudgetMeter(
            system, settings.policies().energy(), facts.getOrDefault(BudgetMeter.FACT, ""));
    ChangedMachines changed = new ChangedMachines(system.machines().size());
    Clerk clerk = new Clerk(system, ledger, learning, around.reports(), changed, budget);
    Commander commander = new Commander(settings, around, ledger, ownEnds);
    Places places = new Places(system, settings.commands()::row);
    return new Workings(
        settings,
        around,
        places,
        new Admission(settings, places, around.timeline(), ledger.ids()::index),
        learning,
        ledger,
        budget,
        changed,
        clerk,
        commander,
        new MachineConditions(system, around.timeline(), ledger, now, resumption),
        new ResourceManager(system, settings.rules(), decider, commander, clerk));
  }
}

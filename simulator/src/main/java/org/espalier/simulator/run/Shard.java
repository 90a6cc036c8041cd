package org.espalier.simulator.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.core.model.Arguments;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;

/**
 * One of the parts into which a study is divided, so that each is run by a process of its own.
 * Units that meet the same system and tasks stay together. They are dealt out in an order that is
 * drawn once and for all, so that long ones are spread over the shards.
 *
 * @param number from 1
 * @param of how many shards there are
 */
public record Shard(int number, int of) {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,6})/([0-9]{1,6})");

  public Shard {
    Arguments.refuse(
        number < 1 || number > of, "there is no shard %s of %s; shards count from 1", number, of);
  }

  /** The shard that a text means, as {@code 3/24}; empty if it means none. */
  public static Optional<Shard> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    int number = Integer.parseInt(form.group(1));
    int of = Integer.parseInt(form.group(2));
    return number < 1 || number > of ? Optional.empty() : Optional.of(new Shard(number, of));
  }

  /** Its units, in the order in which they are run; none where there are more shards than work. */
  public List<StudyUnit> units(Experiment experiment) {
    return deal(experiment, of).get(number - 1);
  }

  /** The units of each of so many shards. */
  public static List<List<StudyUnit>> deal(Experiment experiment, int shards) {
    List<StudyUnits.Batch> batches =
        new ArrayList<>(StudyUnits.batches(experiment, StudyUnits.of(experiment)));
    Collections.shuffle(batches, RandomGeneratorFactory.of("L64X128MixRandom").create(1));
    List<List<StudyUnit>> dealt =
        Stream.<List<StudyUnit>>generate(ArrayList::new).limit(shards).toList();
    for (int i = 0; i < batches.size(); i++) {
      StudyUnits.Batch batch = batches.get(i);
      for (Scenario scenario : batch.scenarios()) {
        dealt.get(i % shards).add(new StudyUnit(scenario.index(), batch.trial()));
      }
    }
    return dealt;
  }

  @Override
  public String toString() {
    return number + "/" + of;
  }
}

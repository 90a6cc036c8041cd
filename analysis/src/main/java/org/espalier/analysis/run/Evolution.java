package org.espalier.analysis.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.nsga2.GeneticSearch;
import org.espalier.analysis.problem.Allocation;

/** The genetic search of one population, with a state that can be kept. */
final class Evolution {
  private final GeneticSearch search;

  Evolution(GeneticSearch search) {
    this.search = search;
  }

  int generation() {
    return Math.toIntExact(search.generation());
  }

  /** Goes on to a generation, or until it is to stop; by one generation at least. */
  void advance(int target, BooleanSupplier stop) {
    search.advance(1);
    search.advance((long) target - generation(), stop);
  }

  /** The members that no other dominates, by ascending first loss. */
  List<ParetoArchive.Entry<Allocation>> front() {
    return search.front();
  }

  List<Losses> losses() {
    return front().stream().map(ParetoArchive.Entry::losses).toList();
  }

  byte[] state() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    search.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  void restore(byte[] state) throws IOException {
    search.read(new DataInputStream(new ByteArrayInputStream(state)));
  }
}

package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;

/** Prototype. */
public final class JustInTime implements MappingHeuristic {
  private static final double WINDOW = Double.parseDouble(System.getProperty("jit.window", "0.8"));
  private static final double SHARE = Double.parseDouble(System.getProperty("jit.share", "0.6"));
  private static final double DISCOUNT =
      Double.parseDouble(System.getProperty("jit.discount", "0.85"));
  private static final double HORIZON = Double.parseDouble(System.getProperty("jit.horizon", "2"));

  private final boolean simple;
  private double[] counts = {};
  private double[] lengths = {};
  private long last = Long.MIN_VALUE;
  private long begin = Long.MIN_VALUE;

  public JustInTime(boolean simple) {
    this.simple = simple;
  }

  @Override
  public MappingHeuristic copy() {
    JustInTime copy = new JustInTime(simple);
    copy.counts = counts.clone();
    copy.lengths = lengths.clone();
    copy.last = last;
    copy.begin = begin;
    return copy;
  }

  private void observe(MappingSession session) {
    int types = session.system().pet().taskTypes();
    if (counts.length == 0) {
      counts = new double[types];
      lengths = new double[types];
    }
    session.event().candidates().forEach(candidate -> count(candidate.task()));
    session.event().departures().forEach(departure -> count(departure.task()));
    last = session.now();
  }

  private void count(Task task) {
    if (task.arrival() > last) {
      begin = begin == Long.MIN_VALUE ? task.arrival() : Math.min(begin, task.arrival());
      counts[task.type()]++;
      lengths[task.type()] += task.deadline() - task.arrival();
    }
  }

  @Override
  public void map(MappingSession session) {
    observe(session);
    List<Candidate> open = session.open();
    if (open.isEmpty() || !session.hasRoom()) {
      return;
    }
    HcSystem system = session.system();
    int machines = session.machines();
    long now = session.now();
    int types = counts.length;
    double total = Arrays.stream(counts).sum();
    double allLengths = Arrays.stream(lengths).sum();
    double meanLength = allLengths / total;
    double[] typical = new double[types];
    for (int i = 0; i < types; i++) {
      typical[i] = counts[i] > 0 ? lengths[i] / counts[i] : meanLength;
    }
    double[] available = new double[machines];
    boolean[] idle = new boolean[machines];
    for (int m = 0; m < machines; m++) {
      MachineQueue queue = session.queue(m);
      idle[m] = queue.size() == 0;
      available[m] = idle[m] ? now : queue.tail().mean();
    }
    double[] price = new double[machines];
    double slack = 0;
    double[] meanBusy = new double[machines];
    double horizon = HORIZON * meanLength;
    if (!simple) {
      double[] value = new double[types * machines];
      double[][] use = new double[types + machines][types * machines];
      double[] capacity = new double[types + machines];
      double elapsed = Math.max(1, now - begin);
      for (int i = 0; i < types; i++) {
        capacity[i] = (counts[i] + 1.0 / types) / elapsed * horizon;
        long w = Math.round(WINDOW * typical[i]);
        for (int m = 0; m < machines; m++) {
          int machineType = system.machines().get(m).type().id();
          if (!system.pet().canRun(i, machineType)) {
            continue;
          }
          Pmf pmf = system.pet().get(i, machineType, 0);
          value[i * machines + m] = pmf.cumulative(w);
          use[i][i * machines + m] = 1;
          use[types + m][i * machines + m] = w - pmf.shortfall(w);
        }
      }
      for (Candidate candidate : open) {
        Task task = candidate.task();
        capacity[task.type()] +=
            Math.clamp((task.deadline() - now) / typical[task.type()], 0.0, 1.0);
      }
      double all = 0;
      for (int m = 0; m < machines; m++) {
        capacity[types + m] = Math.max(0, horizon - (available[m] - now));
        all += capacity[types + m];
      }
      PackingProgram program = new PackingProgram(value, use, capacity);
      double[] amounts = program.amounts();
      double used = 0;
      for (int m = 0; m < machines; m++) {
        price[m] = SHARE * program.price(types + m);
        double n = 0;
        double busy = 0;
        for (int i = 0; i < types; i++) {
          double x = amounts[i * machines + m];
          n += x;
          busy += x * use[types + m][i * machines + m];
        }
        used += busy;
        meanBusy[m] = n > 0 ? busy / n : 0;
      }
      slack = 1 - used / Math.max(1e-9, all);
    }
    for (int m = 0; m < machines; m++) {
      if (meanBusy[m] == 0) {
        meanBusy[m] = meanLength / 2;
      }
    }
    double discount = 1 - (1 - DISCOUNT) * Math.clamp(1 - slack / 0.1, 0, 1);
    int perMachine = simple ? 1 : 2;
    int slots = perMachine * machines;
    double[][] all = new double[slots][open.size()];
    for (int s = 0; s < slots; s++) {
      int m = s % machines;
      int depth = s / machines;
      MachineQueue queue = session.queue(m);
      if (!queue.isAvailable() || (queue.size() > 0 && !queue.hasRoom() && false)) {
        continue;
      }
      double start = available[m] + depth * meanBusy[m];
      double factor = Math.pow(discount, depth + (idle[m] ? 0 : 1));
      for (int c = 0; c < open.size(); c++) {
        Task task = open.get(c).task();
        if (!queue.canRun(task.type())) {
          continue;
        }
        Pmf pmf = queue.executionTime(task.type(), 0);
        double left = task.deadline() - start;
        if (left <= 0) {
          continue;
        }
        double chance = pmf.cumulative((long) Math.floor(left));
        double busy = left - pmf.shortfall(left);
        double worth = simple ? chance / Math.max(1, busy) : chance - price[m] * busy;
        all[s][c] = factor * worth;
      }
    }
    // Only the best few columns of each row matter.
    boolean[] wanted = new boolean[open.size()];
    for (double[] row : all) {
      best(row, slots, wanted);
    }
    List<Integer> columns = new ArrayList<>();
    for (int c = 0; c < wanted.length; c++) {
      if (wanted[c]) {
        columns.add(c);
      }
    }
    double[][] weight = new double[slots][columns.size()];
    for (int s = 0; s < slots; s++) {
      for (int k = 0; k < columns.size(); k++) {
        weight[s][k] = all[s][columns.get(k)];
      }
    }
    int[] of = Matching.of(weight, columns.size());
    for (int m = 0; m < machines; m++) {
      if (of[m] >= 0 && idle[m]) {
        int c = columns.get(of[m]);
        session.assign(
            open.get(c), session.fastestPlacement(m), Basis.of("worth", all[m][c]));
      }
    }
  }

  private static void best(double[] row, int few, boolean[] wanted) {
    if (row.length <= few) {
      for (int c = 0; c < row.length; c++) {
        wanted[c] |= row[c] > 0;
      }
      return;
    }
    Integer[] order = new Integer[row.length];
    Arrays.setAll(order, c -> c);
    Arrays.sort(order, Comparator.comparingDouble(c -> -row[c]));
    for (int k = 0; k < few && row[order[k]] > 0; k++) {
      wanted[order[k]] = true;
    }
  }
}

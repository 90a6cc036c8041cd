package org.espalier.workload.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Random;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;

final class Utf8InputTest {
  private static byte[] read(byte[] bytes) throws IOException {
    return new Utf8Input(new ByteArrayInputStream(bytes)).readAllBytes();
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Whether they are read as they are, and not refused. */
  private static boolean isTaken(byte[] bytes) throws IOException {
    try {
      return Arrays.equals(read(bytes), bytes);
    } catch (NotUtf8Exception e) {
      return false;
    }
  }

  /** As the decoder of the JDK judges, over random bytes that are often characters. */
  @Test
  void takesWhatIsUtf8AndNothingElse() throws IOException {
    Random random = new Random(TestSample.seed());
    byte[] likely = {
      'a',
      '\n',
      (byte) 0x80,
      (byte) 0x9F,
      (byte) 0xA0,
      (byte) 0xBF,
      (byte) 0xC1,
      (byte) 0xC3,
      (byte) 0xE0,
      (byte) 0xE2,
      (byte) 0xED,
      (byte) 0xF0,
      (byte) 0xF3,
      (byte) 0xF4,
      (byte) 0xF5
    };
    int good = 0;
    for (int i = 0; i < (TestSample.isFull() ? 200_000 : 50_000); i++) {
      byte[] bytes = new byte[1 + random.nextInt(5)];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = likely[random.nextInt(likely.length)];
      }
      boolean isGood = isUtf8(bytes);
      good += isGood ? 1 : 0;
      if (isTaken(bytes) != isGood) {
        throw new AssertionError(
            "taken: %s, UTF-8: %s".formatted(!isGood, isGood) + Arrays.toString(bytes));
      }
    }
    assertThat(good).isGreaterThan(1000);
  }

  @Test
  void namesTheFirstLineThatIsNot() {
    byte[] bytes = "one\nMaß\nMaß\n".getBytes(UTF_8);
    bytes[bytes.length - 2] = 'x';

    assertThatThrownBy(() -> read(bytes)).hasMessage("line 3 is not UTF-8");
  }
}

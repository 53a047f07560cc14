package basalt.system;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A test with one worker, with two, and with four. */
@ParameterizedTest
@ValueSource(ints = {1, 2, 4})
@Retention(RetentionPolicy.RUNTIME)
@interface TestOfWorkers {}

package basalt.examples.cluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Tests that run nodes as processes for half a minute: with {@code mvn -Pci}, and not with {@code mvn verify}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
        named = "basalt.cluster.tests",
        matches = "true",
        disabledReason = "takes half a minute: mvn -Pci, or -Dbasalt.cluster.tests=true")
@interface SlowClusterTest {}

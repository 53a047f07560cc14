package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentBuilderTest {
    @Test
    void shouldRegisterWithItsOptions() {
        Component<Rare> rare =
                Component.builder(Rare.class).name("rareForTest").sparse().build();

        assertEquals("rareForTest", rare.name());
        assertTrue(rare.isSparse());
    }

    @Test
    void shouldBuildTheSameWithTheSameOptions() {
        assertSame(
                Component.builder(Plain.class).build(),
                Component.builder(Plain.class).build());
        assertSame(
                Component.of(Plain.class),
                Component.builder(Plain.class).name(Plain.class.getName()).build());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\t"})
    void shouldRejectBlankName(String name) {
        Component.Builder<Plain> builder = Component.builder(Plain.class);

        assertRejects(() -> builder.name(name), "must not be blank", "name=" + name);
    }

    @Test
    void shouldRejectNullType() {
        assertRejects(() -> Component.builder(null).build(), "type=null");
        assertRejects(() -> Component.of(null), "type=null");
    }

    private record Rare(float x) {}

    private record Plain() {}
}

package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import java.util.Iterator;

/**
 * Tells Jackson that records have no fields but their own. It would find that out by itself, but too late to say where:
 * it keeps what is unknown until it has the record.
 */
final class KnownFields extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1;

    @Override
    public BeanDeserializerBuilder updateBuilder(
            DeserializationConfig config, BeanDescription type, BeanDeserializerBuilder builder) {
        for (Iterator<SettableBeanProperty> fields = builder.getProperties(); fields.hasNext(); ) {
            builder.addIncludable(fields.next().getName());
        }
        return builder;
    }
}

package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import java.util.Iterator;

/**
 * Makes Jackson reject unknown fields of records at once. By default it buffers them until the record is complete, when
 * their position is lost.
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

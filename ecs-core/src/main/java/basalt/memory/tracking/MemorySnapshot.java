package basalt.memory.tracking;

import basalt.internal.JsonWriter;
import java.util.List;
import java.util.Optional;

/**
 * The figures of a tag and its descendants at one moment. The figures of a tag include its descendants.
 *
 * @param path the tag; empty for the root
 * @param allocatedBytes the bytes allocated now, without promoted ones
 * @param peakBytes the highest {@code allocatedBytes} so far
 * @param liveAllocations the number of live allocations
 * @param allocations the number of all allocations so far
 * @param softBytes the soft budget; {@code Long.MAX_VALUE} if there is none
 * @param hardBytes the hard budget; {@code Long.MAX_VALUE} if there is none
 * @param policy what happens to a request that would exceed the hard budget
 * @param softCrossings the number of times that the soft budget was crossed
 * @param denials the number of requests that the hard budget has refused
 * @param overruns the number of requests that exceeded the hard budget and were granted by {@link
 *     MemoryTag.Policy#WARN}
 * @param promotions the number of requests that were charged to the parent tags by {@link MemoryTag.Policy#PROMOTE}
 * @param promotedBytes the promoted bytes that are not freed
 * @param children the child tags, in order of creation
 */
public record MemorySnapshot(
        String path,
        long allocatedBytes,
        long peakBytes,
        long liveAllocations,
        long allocations,
        long softBytes,
        long hardBytes,
        MemoryTag.Policy policy,
        long softCrossings,
        long denials,
        long overruns,
        long promotions,
        long promotedBytes,
        List<MemorySnapshot> children) {

    /**
     * Finds the figures of this tag or a descendant.
     *
     * @param wanted the path of the tag
     * @return its figures, if there is such a tag
     */
    public Optional<MemorySnapshot> find(String wanted) {
        if (path.equals(wanted)) {
            return Optional.of(this);
        }
        return children.stream().flatMap(child -> child.find(wanted).stream()).findFirst();
    }

    /**
     * {@return the figures as JSON, with the names of this record's components; budgets that are not set are null; one
     * line}
     */
    public String toJson() {
        JsonWriter json = new JsonWriter();
        writeTo(json);
        return json.toString();
    }

    void writeTo(JsonWriter json) {
        json.startObject().name("path").value(path);
        json.name("allocatedBytes").value(allocatedBytes);
        json.name("peakBytes").value(peakBytes);
        json.name("liveAllocations").value(liveAllocations);
        json.name("allocations").value(allocations);
        writeLimit(json.name("softBytes"), softBytes);
        writeLimit(json.name("hardBytes"), hardBytes);
        json.name("policy").value(policy.name());
        json.name("softCrossings").value(softCrossings);
        json.name("denials").value(denials);
        json.name("overruns").value(overruns);
        json.name("promotions").value(promotions);
        json.name("promotedBytes").value(promotedBytes);
        json.name("children").startArray();
        children.forEach(child -> child.writeTo(json));
        json.endArray().endObject();
    }

    private static void writeLimit(JsonWriter json, long bytes) {
        if (bytes == Long.MAX_VALUE) {
            json.nullValue();
        } else {
            json.value(bytes);
        }
    }

    String summary() {
        return "path=" + path + ", allocatedBytes=" + allocatedBytes + ", peakBytes=" + peakBytes + ", liveAllocations="
                + liveAllocations;
    }
}

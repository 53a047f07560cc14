package basalt.memory.tracking;

import java.util.List;
import java.util.Optional;

/**
 * The figures of one tag, and of those below it, at one moment. Each counts what is below it, too.
 *
 * @param path the tag; empty for the root
 * @param allocatedBytes what is allocated and not freed, without what was promoted
 * @param peakBytes the most that this has ever been
 * @param liveAllocations how many allocations that is
 * @param allocations how many there have ever been
 * @param softBytes the soft budget; {@code Long.MAX_VALUE} if there is none
 * @param hardBytes the hard budget; {@code Long.MAX_VALUE} if there is none
 * @param policy what happens to a request that would exceed the hard budget
 * @param softCrossings how often the soft budget was crossed
 * @param denials how often the hard budget has refused a request
 * @param overruns how often a request was granted that exceeded the hard budget, by {@link BudgetPolicy#WARN}
 * @param promotions how often a request was charged to the tags above instead, by {@link BudgetPolicy#PROMOTE}
 * @param promotedBytes what was promoted and is not freed
 * @param children the tags right below, in the order in which they were made
 */
public record MemorySnapshot(
        String path,
        long allocatedBytes,
        long peakBytes,
        long liveAllocations,
        long allocations,
        long softBytes,
        long hardBytes,
        BudgetPolicy policy,
        long softCrossings,
        long denials,
        long overruns,
        long promotions,
        long promotedBytes,
        List<MemorySnapshot> children) {

    /**
     * The figures of a tag at or below this one.
     *
     * @param wanted its path
     * @return its figures, if there is such a tag
     */
    public Optional<MemorySnapshot> find(String wanted) {
        if (path.equals(wanted)) {
            return Optional.of(this);
        }
        return children.stream().flatMap(child -> child.find(wanted).stream()).findFirst();
    }

    /**
     * The figures as JSON, with the names of this record's components; budgets that are not set are null.
     *
     * @return one line
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

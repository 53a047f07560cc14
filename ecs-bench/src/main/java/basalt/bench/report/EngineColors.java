package basalt.bench.report;

import basalt.bench.field.NativeRun;
import java.awt.Color;

/** The color of each engine, the same in all charts: warm for Basalt, cold for rivals, grey for references. */
final class EngineColors {
    private EngineColors() {}

    static Color of(String engine) {
        return new Color(
                switch (engine) {
                    case "basalt" -> 0xd9480f;
                    case "basalt-bulk" -> 0xf59f00;
                    case "basalt-records" -> 0xe64980;
                    case "basalt-templates" -> 0x862e2e;
                    case "artemis-odb" -> 0x1864ab;
                    case "artemis-odb-pooled" -> 0x74c0fc;
                    case "dominion" -> 0x2b8a3e;
                    case "ashley" -> 0x6741d9;
                    case "ashley-pooled" -> 0xb197fc;
                    case "zay-es" -> 0x0c8599;
                    case "fleks" -> 0x9c36b5;
                    case "float-array" -> 0x868e96;
                    case "objects" -> 0xbfc5cb;
                    case NativeRun.ENGINE -> 0x212529;
                    default -> 0x5c6770;
                });
    }
}

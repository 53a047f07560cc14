package basalt.examples.cluster;

import io.aeron.security.Authenticator;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.NullCredentialsSupplier;
import io.aeron.security.SessionProxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * What a player shows at the door: the player's number (long, little endian) and then the token of the game, in UTF-8.
 * The number alone is the principal that the log has. The token is the same for all, so it does not keep one player
 * from playing as another.
 */
final class Credentials {
    /** The number that nodes and observers show, which do not play. */
    static final long NO_PLAYER = 1; // any player's: no session of the cluster is opened

    private Credentials() {}

    /** What shows them, without an answer to a challenge. */
    static CredentialsSupplier supplier(long player, String token) {
        byte[] bytes = of(player, token);
        return new CredentialsSupplier() {
            @Override
            public byte[] encodedCredentials() {
                return bytes;
            }

            @Override
            public byte[] onChallenge(byte[] challenge) {
                return NullCredentialsSupplier.NULL_CREDENTIAL;
            }
        };
    }

    static byte[] of(long player, String token) {
        byte[] secret = token.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + secret.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(player)
                .put(secret)
                .array();
    }

    /** The player of credentials, or of a principal. */
    static long player(byte[] credentials) {
        return ByteBuffer.wrap(credentials).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /** Whether a player with a positive number has the right token. Takes equally long for all wrong ones. */
    static boolean areValid(byte[] credentials, String token) {
        return credentials.length >= Long.BYTES
                && player(credentials) > 0
                && MessageDigest.isEqual(credentials, of(player(credentials), token));
    }

    /** Accepts sessions that have the token. Called by the leader, before the session is in the log. */
    static final class TokenAuthenticator implements Authenticator {
        private final String token;
        private final Long2ObjectHashMap<byte[]> principals = new Long2ObjectHashMap<>();

        TokenAuthenticator(String token) {
            this.token = token;
        }

        @Override
        public void onConnectRequest(long session, byte[] credentials, long nowMillis) {
            if (areValid(credentials, token)) {
                principals.put(session, Arrays.copyOf(credentials, Long.BYTES));
            } else {
                principals.remove(session); // of a request before: observers have no session, and all the same number
            }
        }

        @Override
        public void onChallengeResponse(long session, byte[] credentials, long nowMillis) {
            onConnectRequest(session, credentials, nowMillis);
        }

        @Override
        public void onConnectedSession(SessionProxy session, long nowMillis) {
            byte[] principal = principals.get(session.sessionId());
            if (principal == null) {
                session.reject();
            } else if (session.authenticate(principal)) { // else the leader asks again
                principals.remove(session.sessionId());
            }
        }

        @Override
        public void onChallengedSession(SessionProxy session, long nowMillis) {
            onConnectedSession(session, nowMillis);
        }
    }
}

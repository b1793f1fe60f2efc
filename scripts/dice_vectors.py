#!/usr/bin/env python3
"""Works the test vectors of docs/dice.md out without any code of Sandtable. Needs the package blake3."""
import struct
from blake3 import blake3

CONTEXT = "sandtable 2026-11 "


def derive(context, data):
    return blake3(data, derive_key_context=CONTEXT + context).digest()


def chacha20(key, blocks):
    """The key stream of ChaCha20 under a zero nonce, from block 0 on."""
    def rotate(x, n):
        return ((x << n) | (x >> (32 - n))) & 0xFFFFFFFF

    out = b""
    for counter in range(blocks):
        start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key)) + [counter, 0, 0, 0]
        s = list(start)
        for _ in range(10):
            for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                               (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
                for x, y, z, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    s[x] = (s[x] + s[y]) & 0xFFFFFFFF
                    s[z] = rotate(s[z] ^ s[x], n)
        out += struct.pack("<16I", *((x + y) & 0xFFFFFFFF for x, y in zip(s, start)))
    return out


FACES = {"d6": range(1, 7), "d8": range(1, 9), "d10": range(1, 11), "d12": range(1, 13), "d20": range(1, 21),
         "average": (2, 3, 3, 4, 4, 5)}


def faces(key, dice):
    stream = iter(chacha20(key, 8))
    for die in dice:
        values = list(FACES[die])
        while True:
            byte = next(stream)
            if byte < 256 // len(values) * len(values):
                yield values[byte % len(values)]
                break


secret = bytes(range(32))
game = "0123456789bcdfghjkmn"
openings = [("red", bytes([7]) * 32), ("blue", bytes([9]) * 32 + b"words typed in")]
commitment = derive("commitment to a dice secret", secret + game.encode())
print("secret      ", secret.hex())
print("game        ", game)
print("commitment  ", commitment.hex())
root_of = secret + commitment
for seat, data in openings:
    print("bytes       ", seat, data.hex())
    print("committed   ", seat, derive("commitment to a player's bytes", data).hex())
    for part in (seat.encode(), data):
        root_of += struct.pack("<Q", len(part)) + part
root = derive("dice root of a committed secret", root_of)
print("root        ", root.hex())
print("state-key   ", derive("key of state hashes", root).hex())
for entry, stream, dice in ((0, "", ["d6"] * 12), (1, "", ["d6"] * 12), (1, "red", ["d6"] * 12),
                            (258, "", ["d6", "d10", "d20", "average", "d8", "d12"] * 2)):
    key = derive("dice of an entry", root + struct.pack("<I", entry) + stream.encode())
    print("entry       ", entry, stream or "public", key.hex())
    print("faces       ", " ".join(f"{die}:{face}" for die, face in zip(dice, faces(key, dice))))
for throw, stream, dice in ((0, "", ["d6"] * 12), (1, "", ["d6"] * 12), (0, "red", ["d6"] * 12),
                            (258, "", ["d6", "d10", "d20", "average", "d8", "d12"] * 2)):
    key = derive("dice of a throw", root + struct.pack("<I", throw) + stream.encode())
    print("throw       ", throw, stream or "public", key.hex())
    print("thrown      ", " ".join(f"{die}:{face}" for die, face in zip(dice, faces(key, dice))))


def word(pair):
    bits = struct.unpack(">H", pair)[0]
    consonant = lambda at: "bdfghjklmnprstvz"[bits >> at & 15]
    vowel = lambda at: "aiou"[bits >> at & 3]
    return consonant(12) + vowel(10) + consonant(6) + vowel(4) + consonant(0)


digest = derive("words of a commitment", commitment)
print("words       ", "-".join(word(digest[at:at + 2]) for at in (0, 2, 4, 6)))
seed_root = derive("dice root of a plain seed", struct.pack("<Q", 7))
print("seed        ", 7, seed_root.hex())

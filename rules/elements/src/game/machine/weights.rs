//! How much each consideration weighs with quick play, in thousandths of an element.

kernel::weights! {
    KILL 1000 "element knocked out",
    SUPPRESS 420 "element suppressed",
    ARMOUR 1500 "worth of a tank, in thousandths of a squad",
    LEAST_SHOT 25 "least worth a shot of somebody seen",
    LEAST_AMBUSH 230 "least worth a shot from hiding",
    BARRAGE 260 "enemy under a barrage",
    CHARGE 450 "least edge for close combat",
    NEARER 60 "inch nearer to an objective",
    COVER 160 "cover at the end of a move",
    EXPOSED 90 "enemy who could fire at the end of a move",
    HALT 5 "inches from the enemy where vehicles halt",
    ALIGHT 12 "inches from the enemy where riders dismount",
    LATE 6 "turns before the end from which nothing halts",
    PARK 12 "inches from its goal or the enemy where a truck halts",
}

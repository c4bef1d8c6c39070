// Prints the proof of confinement, a line for each forbidden act.

import Engine
import Glibc
import Platform

/// Confines the process as for a task and tries every forbidden act.
/// - Returns: 0 where all were refused, else 1.
func proveConfinement(own: Path, other: Path, parent: Int32) -> Int32 {
    let confinement = Confinement(jobs: own.parent, tessdata: Path(EngineResources().tessdata))
    var areAllRefused = true
    for sentence in confinement.enter() {
        print("missing: \(sentence)")
        areAllRefused = false
    }
    confinement.narrow(to: own)
    for proof in ConfinementProof.attempts(own: own, other: other, parent: parent) {
        print("\(proof.isRefused ? "refused" : "ALLOWED"): \(proof.act)")
        areAllRefused = areAllRefused && proof.isRefused
    }
    return areAllRefused ? 0 : 1
}

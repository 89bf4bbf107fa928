/**
 * Says beside a name that this project gave it: what the deployed contract calls it is not known.
 *
 * @param isOwnName - whether this project gave the name.
 * @returns the name, with the remark where it is ours.
 */
export function markOwnName(name: string, isOwnName: boolean): string {
  return isOwnName ? `${name} (${ownNameNote})` : name
}

/** The remark beside a name that this project gave. */
export const ownNameNote = "named by this project; the contract's own name is not known"

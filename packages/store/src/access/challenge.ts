/** A question that one answer may follow: what it is for, and what the answer is checked with. */
export type StoredChallenge = {
  readonly purpose: 'sign_in' | 'proof' | 'passkey' | 'invite' | 'provider' | 'review'
  /** The value the answer is checked with; of a passkey the challenge itself, base64url; of a review what is signed. */
  readonly body: string
  /** Of whom it was asked; null where that is not known yet. */
  readonly user: { readonly tenantId: string; readonly userId: string } | null
}

/** Challenges in the store: each is answered once, within some minutes. */
export type ChallengeStore = {
  /** @returns the secret that names it. */
  readonly create: (challenge: StoredChallenge, seconds: bigint) => Promise<string>
  /** Takes a challenge out, so that only one answer finds it. @returns it; null when it is unknown, taken or too old. */
  readonly take: (secret: string) => Promise<StoredChallenge | null>
}

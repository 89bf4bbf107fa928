/** What became of a unit of work. */
export type Job = {
  readonly kind: string
  /** Unique within its kind: the same work is never there twice. */
  readonly key: string
  readonly state: 'waiting' | 'active' | 'done' | 'parked'
  /** How often it was begun. */
  readonly attempts: number
  /** JSON. */
  readonly payload: string
  /** Not to be begun before. */
  readonly runAtUnix: bigint
  /** While active: whoever holds it loses it then. */
  readonly leaseUntilUnix: bigint | null
  /** Of the last attempt that failed. */
  readonly lastError: string | null
  readonly createdAtUnix: bigint
  readonly finishedAtUnix: bigint | null
}

/** The books of jobs: what is to be done, by whom it is held, what became of it. */
export type JobStore = {
  /** Adds a job. @returns false when the kind has one of this key already. */
  readonly add: (job: Pick<Job, 'kind' | 'key' | 'payload' | 'runAtUnix'>) => Promise<boolean>
  /** Takes the job that has waited longest, or one whose holder lost it. @returns null when there is none. */
  readonly claim: (kind: string, leaseSeconds: bigint) => Promise<Job | null>
  /** Closes a job that is held. @returns false when another holds it by now: its attempt is not this one. */
  readonly finish: (job: Pick<Job, 'kind' | 'key' | 'attempts'>) => Promise<boolean>
  /** Gives a job back after a failure, to be tried again at a time, or parked for good. @returns as `finish`. */
  readonly fail: (
    job: Pick<Job, 'kind' | 'key' | 'attempts'>,
    failure: { readonly error: string; readonly retryAtUnix: bigint | null },
  ) => Promise<boolean>
  /** @returns jobs of a kind, newest first. */
  readonly list: (kind: string, limit: number) => Promise<readonly Job[]>
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { escapeInvisible } from '@vaultwright/base'
import {
  type AnswerReason,
  reviewHeadOf,
  reviewReasons,
  reviewStateOf,
  reviewUnknown,
  verifyReview,
} from '@vaultwright/check'
import type { ReviewData, ReviewPolicyData, ReviewSubjectData } from '@vaultwright/wire'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Button } from '../../part/button.tsx'
import { downloadFile } from '../../part/download.ts'
import { CopyButton } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import parts from '../../part/part.module.css'
import { Loaded } from '../../part/state.tsx'
import { Badge, Verdict } from '../../part/verdict.tsx'
import { askConsole } from '../console-api.ts'
import { useSession } from '../session.ts'
import { EntryList } from './entry-list.tsx'
import styles from './review.module.css'
import { ReviewForm } from './review-form.tsx'
import { signEntry, type UnsignedEntry } from './sign-entry.ts'

/** The review of a packet or a root, each entry verified here, and the way to add one. */
export function ReviewPanel(props: {
  readonly subject: ReviewSubjectData
  /** Takes what the review adds to the verdict of the screen; left out where the screen asks another question. */
  readonly say?: (reasons: readonly AnswerReason[]) => void
  /** The approvals that the subject needs by the rules; left out where the service counts them. */
  readonly requiredOf?: (policy: ReviewPolicyData) => number
  /** Links to read before a verdict. */
  readonly children?: ReactNode
}) {
  const { subject, say, requiredOf = requiredIn, children } = props
  const { kind, hash } = subject
  const isSignedIn = useSession() != null
  const queries = useQueryClient()
  const queryKey = ['review', kind, hash]
  const query = useQuery({
    queryKey,
    queryFn: async () => (await askConsole('getReview', { kind, hash })).data,
    enabled: isSignedIn,
  })
  const { data, isError } = query
  const problems = useMemo(() => (data === undefined ? [] : verifyReview(data.record)), [data])
  const reasons = useMemo(
    () =>
      isError
        ? [reviewUnknown('the service gives no review')]
        : reasonsOf(data, problems, requiredOf),
    [data, isError, problems, requiredOf],
  )
  useEffect(() => {
    if (reasons !== null) say?.(reasons)
  }, [reasons, say])
  const sign = useMutation({
    mutationFn: (entry: UnsignedEntry) => signEntry(data!.record, entry),
    onSuccess: (next) => queries.setQueryData(queryKey, next),
    onError: () => query.refetch(),
  })
  if (!isSignedIn) return null
  const required = data === undefined ? null : requiredOf(data.policy)
  const isBare = required === 0 && data?.record.entries.length === 0
  return (
    <div className={isBare ? styles.bare : undefined}>
      <Section title="Reviews">
        <div className={`sheet ${parts.card}`}>
          <Loaded query={query} what="the reviews" title="The reviews cannot be read">
            {(review) => (
              <div className={styles.panel}>
                <Summary
                  review={review}
                  required={requiredOf(review.policy)}
                  isWhole={problems.length === 0}
                />
                {problems.length === 0 ? null : (
                  <Verdict tone="bad" title="The record of this review does not hold">
                    {problems.slice(0, 3).map(({ message }) => (
                      <p key={message}>{escapeInvisible(message)}</p>
                    ))}
                  </Verdict>
                )}
                {children === undefined ? null : <div className={parts.actions}>{children}</div>}
                <EntryList entries={review.record.entries} />
                <ReviewForm review={review} sign={sign} />
                <End review={review} />
              </div>
            )}
          </Loaded>
        </div>
      </Section>
    </div>
  )
}

function reasonsOf(
  review: ReviewData | undefined,
  problems: readonly AnswerReason[],
  requiredOf: (policy: ReviewPolicyData) => number,
): readonly AnswerReason[] | null {
  if (review === undefined) return null
  if (problems.length > 0) {
    const message = `The record of its review does not hold: ${problems[0]!.message}`
    return [{ weight: 'no', code: 'review_broken', message }]
  }
  const { record, policy } = review
  return reviewReasons(reviewStateOf(record.entries, policy), requiredOf(policy))
}

function requiredIn({ required }: ReviewPolicyData): number {
  return required
}

function Summary({
  review,
  required,
  isWhole,
}: {
  readonly review: ReviewData
  readonly required: number
  readonly isWhole: boolean
}) {
  const { record, policy } = review
  const { approved, rejected } = reviewStateOf(record.entries, policy)
  const isReady = isWhole && approved.length >= required && rejected.length === 0
  return (
    <p className={styles.summary} role="status">
      {required === 0 ? (
        `${approved.length === 1 ? '1 approval' : `${approved.length} approvals`}; your organisation asks for none.`
      ) : (
        <>
          <Badge tone={isReady ? 'good' : 'look'}>
            {approved.length} of {required} approvals
          </Badge>{' '}
          of reviewers other than the proposer
        </>
      )}
      {rejected.length === 0 ? null : (
        <>
          {' '}
          <Badge tone="bad">{rejected.length} rejected it</Badge>
        </>
      )}
    </p>
  )
}

/** The file for an auditor, and the hash without which nothing shows that its end was not cut off. */
function End({ review: { record } }: { readonly review: ReviewData }) {
  if (record.entries.length === 0) return null
  const head = reviewHeadOf(record)
  const save = () => {
    const name = `review-${record.subject.hash.slice(2, 10)}.json`
    downloadFile(name, `${JSON.stringify({ data: record }, null, 2)}\n`)
  }
  return (
    <div className={styles.end}>
      <p>
        Each entry is signed by a passkey and verified here. The record ends with{' '}
        <code title={head}>{head.slice(0, 10)}…</code>
        <CopyButton value={head} /> Keep that hash: without it a file cannot show that later entries
        were cut off.
      </p>
      <Button onClick={save}>Download the record</Button>
    </div>
  )
}

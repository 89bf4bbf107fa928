import type { UseMutationResult } from '@tanstack/react-query'
import { reviewStateOf } from '@vaultwright/check'
import { maxCommentLength, type ReviewData } from '@vaultwright/wire'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import parts from '../../part/part.module.css'
import { TextArea } from '../../part/text/field.tsx'
import { PasskeyFailureNote } from '../passkey-failure-note.tsx'
import { useSession } from '../session.ts'
import styles from './review.module.css'
import type { UnsignedEntry } from './sign-entry.ts'

/** Says something of the subject: a passkey signs each entry. */
export function ReviewForm(props: {
  readonly review: ReviewData
  readonly sign: UseMutationResult<ReviewData, Error, UnsignedEntry>
}) {
  const { review, sign } = props
  const { record, policy } = review
  const user = useSession()?.user
  const [comment, setComment] = useState('')
  if (user === undefined) return null
  if (user.role === 'viewer') {
    return <p className="note">Your role reads reviews. A strategist or curator writes them.</p>
  }
  const { proposers } = reviewStateOf(record.entries, policy)
  const isProposer = proposers.has(user.id)
  const isProposed = record.subject.kind === 'root' || proposers.size > 0
  const write = (act: UnsignedEntry['act']) =>
    sign.mutate({ act, comment: comment.trim() }, { onSuccess: () => setComment('') })
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <TextArea
        label="Comment"
        value={comment}
        change={setComment}
        rows={2}
        maxLength={maxCommentLength}
      />
      <PasskeyFailureNote title="Nothing was signed" error={sign.error} />
      <div className={parts.actions}>
        {isProposed ? (
          <Button
            look="primary"
            disabled={sign.isPending || isProposer}
            onClick={() => write('approved')}
          >
            Approve
          </Button>
        ) : (
          <Button look="primary" disabled={sign.isPending} onClick={() => write('proposed')}>
            Ask for reviews
          </Button>
        )}
        <Button
          disabled={sign.isPending || comment.trim() === ''}
          onClick={() => write('commented')}
        >
          Comment
        </Button>
        <Button look="danger" disabled={sign.isPending} onClick={() => write('rejected')}>
          Reject
        </Button>
      </div>
      <small className="note">
        {isProposer
          ? 'You proposed it: another user approves it. '
          : isProposed
            ? ''
            : 'Who asks for reviews is the proposer, and does not approve. '}
        Your passkey signs each entry, over this hash, its time and the entry before it.
      </small>
    </form>
  )
}

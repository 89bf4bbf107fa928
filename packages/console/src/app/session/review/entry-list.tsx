import { escapeForeign, escapeInvisible, parseHex } from '@vaultwright/base'
import { passkeyFingerprintOf } from '@vaultwright/check'
import type { ReviewEntryData } from '@vaultwright/wire'
import { CopyButton } from '../../part/hash.tsx'
import { Empty } from '../../part/state.tsx'
import { momentText } from '../../part/text/moment-text.ts'
import { Badge, type Tone } from '../../part/verdict.tsx'
import styles from './review.module.css'

const words: Readonly<Record<ReviewEntryData['act'], readonly [word: string, tone?: Tone]>> = {
  proposed: ['asked for reviews'],
  approved: ['approved', 'good'],
  rejected: ['rejected', 'bad'],
  commented: ['commented'],
}

/** The entries of a review, oldest first: who said what, when, and with which passkey. */
export function EntryList({ entries }: { readonly entries: readonly ReviewEntryData[] }) {
  if (entries.length === 0) return <Empty>Nothing is said of it yet.</Empty>
  return (
    <ol className={styles.entries}>
      {entries.map((entry) => {
        const [word, tone] = words[entry.act]
        const fingerprint = passkeyFingerprintOf(parseHex(entry.public_key))
        return (
          <li key={entry.number}>
            <strong>{escapeForeign(entry.author.name)}</strong>{' '}
            <Badge {...(tone === undefined ? {} : { tone })}>{word}</Badge>{' '}
            <span className="note">
              {momentText(entry.at)}, passkey{' '}
              <code title={fingerprint}>{fingerprint.slice(0, 10)}…</code>
              <CopyButton value={fingerprint} />
            </span>
            {entry.comment === '' ? null : (
              <p className={styles.comment}>{commentText(entry.comment)}</p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Lines stay; what hides or turns text is shown as its number. */
function commentText(comment: string): string {
  return comment.split('\n').map(escapeInvisible).join('\n')
}

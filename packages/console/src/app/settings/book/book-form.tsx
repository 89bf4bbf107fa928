import { useMutation } from '@tanstack/react-query'
import { chains } from '@vaultwright/registry'
import type { AccountNameData } from '@vaultwright/wire'
import { useId, useState } from 'react'
import { Button } from '../../part/button.tsx'
import parts from '../../part/part.module.css'
import { Failure } from '../../part/state.tsx'
import { sessionClient } from '../../session/session-client.ts'
import styles from './book.module.css'
import { type BookDraft, draftProblemOf } from './book-text.ts'

const empty: BookDraft = { chain: '', address: '', name: '' }

/** Names an account; what is wrong stands at its field while it is written. */
export function BookForm(props: {
  readonly names: readonly AccountNameData[]
  readonly done: () => Promise<unknown>
}) {
  const { names, done } = props
  const [draft, setDraft] = useState(empty)
  const problem = draftProblemOf(draft, names)
  const put = useMutation({
    mutationFn: ({ chain, address, name }: BookDraft) =>
      sessionClient().putAccountName({ chain: chain === '' ? null : chain, address, name }),
    onSuccess: async () => {
      await done()
      setDraft(empty)
    },
  })
  const isReady = problem === null && draft.address !== '' && draft.name !== ''
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) put.mutate(draft)
      }}
    >
      <TextField
        label="Address"
        value={draft.address}
        problem={problem?.field === 'address' ? problem.message : null}
        change={(address) => setDraft({ ...draft, address: address.trim() })}
        isMono
      />
      <label className={parts.field}>
        <span className={parts.label}>Chain</span>
        <select
          className={parts.input}
          value={draft.chain}
          onChange={(event) => setDraft({ ...draft, chain: event.target.value })}
        >
          <option value="">Every chain</option>
          {chains.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <TextField
        label="Name"
        value={draft.name}
        problem={problem?.field === 'name' ? problem.message : null}
        change={(name) => setDraft({ ...draft, name })}
      />
      <Button type="submit" look="primary" disabled={!isReady || put.isPending}>
        Name the account
      </Button>
      <div className={styles.wide}>
        <Failure title="The account is not named" error={put.error} />
      </div>
    </form>
  )
}

function TextField(props: {
  readonly label: string
  readonly value: string
  readonly problem: string | null
  readonly change: (value: string) => void
  readonly isMono?: boolean
}) {
  const { label, value, problem, change, isMono = false } = props
  const id = useId()
  return (
    <div className={parts.field}>
      <label className={parts.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={`${parts.input} ${isMono ? styles.mono : ''}`}
        value={value}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => change(event.target.value)}
      />
      <small id={`${id}-problem`} className={styles.problem} role="status">
        {problem}
      </small>
    </div>
  )
}

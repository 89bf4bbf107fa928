import { useMutation } from '@tanstack/react-query'
import { chains } from '@vaultwright/registry'
import type { AccountNameData } from '@vaultwright/wire'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { Failure } from '../../part/state.tsx'
import { SelectField, TextField } from '../../part/text/field.tsx'
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
        maxLength={200}
        isMono
      />
      <SelectField
        label="Chain"
        value={draft.chain}
        change={(chain) => setDraft({ ...draft, chain })}
        options={[['', 'Every chain'], ...chains.map(({ slug, name }) => [slug, name] as const)]}
      />
      <TextField
        label="Name"
        value={draft.name}
        problem={problem?.field === 'name' ? problem.message : null}
        change={(name) => setDraft({ ...draft, name })}
        maxLength={200}
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

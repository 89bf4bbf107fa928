import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountNameData } from '@vaultwright/wire'
import { useState } from 'react'
import { Empty, Failure, Loaded } from '../../part/state.tsx'
import { TextField } from '../../part/text/field.tsx'
import { bookQuery } from '../../session/book/book-query.ts'
import { useSession } from '../../session/session.ts'
import { sessionClient } from '../../session/session-client.ts'
import { SettingsPage } from '../settings-page.tsx'
import { BookForm } from './book-form.tsx'
import { BookTable } from './book-table.tsx'
import { filterBook, mayName } from './book-text.ts'

const queryKey = ['account-name-list']

/** The tenant's names of its own accounts, for everyone to read and for curators to change. */
export function BookScreen() {
  const queries = useQueryClient()
  const role = useSession()?.user.role
  const [text, setText] = useState('')
  const names = useQuery({ queryKey, queryFn: () => sessionClient().listAccountNames({}) })
  const refresh = async () => {
    await names.refetch()
    await queries.invalidateQueries({ queryKey: bookQuery.queryKey })
  }
  const remove = useMutation({
    mutationFn: ({ chain, address }: AccountNameData) =>
      sessionClient().removeAccountName({ chain, address }),
    onSettled: refresh,
  })
  const all = names.data?.data ?? []
  const shown = filterBook(all, text)
  const isNaming = role !== undefined && mayName(role)
  return (
    <SettingsPage
      title="Address book"
      lead="Names of your own accounts: owners, Safes, drones, curators. A name is shown with its mark, and changes no verdict."
    >
      {isNaming ? <BookForm names={all} done={refresh} /> : null}
      <Failure title="The name is not removed" error={remove.error} />
      <Loaded query={names} what="the address book" title="The address book cannot be read">
        {() =>
          all.length === 0 ? (
            <Empty>
              {isNaming
                ? 'No account is named yet. Name your Safes first: they stand in every packet.'
                : 'No account is named yet. A curator names accounts.'}
            </Empty>
          ) : (
            <>
              <TextField
                label="Find a name or an address"
                type="search"
                value={text}
                change={setText}
              />
              <p className="note" role="status">
                {shown.length.toLocaleString('en')} of {all.length.toLocaleString('en')} names
              </p>
              <BookTable
                key={text}
                names={shown}
                remove={isNaming ? (entry) => remove.mutate(entry) : null}
              />
            </>
          )
        }
      </Loaded>
    </SettingsPage>
  )
}

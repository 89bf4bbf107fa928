import { startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import { Failure, Loaded } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { TextField } from '../part/text/field.tsx'
import { askConsole } from '../session/console-api.ts'
import { withProof } from '../session/prove.ts'
import { Confirm } from './confirm.tsx'
import { timeOr } from './key-text.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** The passkeys of the user: one more can be added, all but the last removed. */
export function PasskeySection() {
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => askConsole('listPasskeys', {}),
  })
  const [isAdding, setAdding] = useState(false)
  const [name, setName] = useState('')
  const remove = useMutation({
    mutationFn: (id: string) => withProof(() => askConsole('removePasskey', { passkey_id: id })),
    onSettled: () => passkeys.refetch(),
  })
  const add = async () => {
    const { data } = await withProof(() => askConsole('beginPasskey', {}))
    const optionsJSON = data.options as unknown as CreationOptions
    const credential = await startRegistration({ optionsJSON })
    await askConsole('addPasskey', {
      challenge_id: data.challenge_id,
      credential: { ...credential },
      name: name.trim(),
    })
    setName('')
    await passkeys.refetch()
  }
  const ways = useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: () => askConsole('getSignInWays', {}),
  })
  const provider = ways.data?.data.provider ?? null
  const tie = useMutation({
    // A challenge takes a recent proof, as the way to the provider does.
    mutationFn: () => withProof(() => askConsole('beginPasskey', {})),
    onSuccess: () => location.assign('/console/session/provider'),
  })
  const all = passkeys.data?.data ?? []
  return (
    <Section
      title="Passkeys"
      actions={
        <>
          {provider === null ? null : (
            <Button disabled={tie.isPending} onClick={() => tie.mutate()}>
              Sign in with {provider}, too
            </Button>
          )}
          <Button onClick={() => setAdding(true)}>Add a passkey</Button>
        </>
      }
    >
      <Failure title="You did not prove to be here" error={tie.error} />
      <Failure title="The passkey was not removed" error={remove.error} />
      <Loaded query={passkeys} what="your passkeys" title="The passkeys cannot be read">
        {() => (
          <Table name="Passkeys" head={['Name', 'Kind', 'Made', 'Last used', 'Actions']}>
            {all.map((passkey) => (
              <tr key={passkey.id}>
                <th scope="row" className="wrap">
                  {passkey.name}
                </th>
                <td>{passkey.is_synced ? 'copied by a provider' : 'on one device'}</td>
                <td>{timeOr(passkey.created_at, '')}</td>
                <td>{timeOr(passkey.last_used_at, 'never')}</td>
                <td>
                  {all.length < 2 ? (
                    'the only one'
                  ) : (
                    <Button
                      look="danger"
                      disabled={remove.isPending}
                      onClick={() => remove.mutate(passkey.id)}
                    >
                      Remove<span className="hidden"> {passkey.name}</span>
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
      {isAdding ? (
        <Confirm
          title="Add a passkey"
          action="Add it"
          look="primary"
          isReady={name.trim() !== ''}
          work={add}
          close={() => setAdding(false)}
        >
          <TextField
            label="Name"
            value={name}
            change={setName}
            maxLength={200}
            required
            hint="As “key on my ring”, to tell your passkeys apart."
          />
        </Confirm>
      ) : null}
    </Section>
  )
}

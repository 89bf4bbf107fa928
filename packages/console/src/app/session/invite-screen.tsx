import { startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../part/button.tsx'
import { Page } from '../part/page.tsx'
import { Failure, failureOf, Loading } from '../part/state.tsx'
import { TextField } from '../part/text/field.tsx'
import { momentText } from '../part/text/moment-text.ts'
import { Term } from '../part/text/term.tsx'
import { Verdict } from '../part/verdict.tsx'
import facts from '../style/fact.module.css'
import { askConsole } from './console-api.ts'
import { hideInviteSecret, inviteSecretOf } from './invite-secret.ts'
import { PasskeyFailureNote } from './passkey-failure-note.tsx'
import styles from './session.module.css'
import { enterSession } from './session.ts'

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** The screen on which an invited user registers a passkey, and is signed in with it. */
export function InviteScreen() {
  // A render may be thrown away and done again: the address changes only once the screen stands.
  const [secret] = useState(() => inviteSecretOf(location))
  useEffect(() => hideInviteSecret(window), [])
  return (
    <Page title="Invitation" lead="Register a passkey to sign in to this console.">
      <div className={`sheet ${styles.card}`}>
        {secret === null ? (
          <Verdict tone="look" title="There is no invitation in this address">
            <p>Open the whole link again, or sign in with your passkey.</p>
          </Verdict>
        ) : (
          <OpenedInvite secret={secret} />
        )}
        <div className={styles.links}>
          <Link to="/sign-in">Sign in</Link>
          <Link to="/trees">Open a tree without signing in</Link>
        </div>
      </div>
    </Page>
  )
}

function OpenedInvite({ secret }: { readonly secret: string }) {
  const opened = useQuery({
    queryKey: ['invite', secret],
    queryFn: () => askConsole('openInvite', { secret }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (opened.data !== undefined)
    return (
      <InviteForm secret={secret} invite={opened.data.data} reopen={() => void opened.refetch()} />
    )
  if (opened.error === null) return <Loading what="the invitation" />
  const { code } = failureOf(opened.error)
  return (
    <Failure
      title={titles[code ?? ''] ?? 'The invitation cannot be opened'}
      error={opened.error}
      retry={() => void opened.refetch()}
    />
  )
}

const titles: Readonly<Record<string, string>> = {
  invite_used: 'This link was used',
  invite_expired: 'This link is too old',
  invite_not_found: 'This link is not valid',
  passkey_domain: 'Browsers make no passkeys for this address',
}

type Invite = Awaited<ReturnType<typeof askConsole<'openInvite'>>>['data']

function InviteForm(props: {
  readonly secret: string
  readonly invite: Invite
  readonly reopen: () => void
}) {
  const { secret, invite, reopen } = props
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('My passkey')
  const register = useMutation({
    mutationFn: async () => {
      const optionsJSON = invite.options as unknown as RegistrationOptions
      const credential = await startRegistration({ optionsJSON })
      const { challenge_id } = invite
      const answer = { secret, challenge_id, name, credential: { ...credential } }
      return askConsole('acceptInvite', answer)
    },
    onSuccess: async ({ data }) => {
      enterSession(queries, data)
      await navigate({ to: '/vaults' })
    },
    // A challenge is answered once: the next try needs another one.
    onError: reopen,
  })
  return (
    <>
      <dl className={facts.terms}>
        <Term name="Organisation">{invite.tenant}</Term>
        <Term name="User">{invite.user}</Term>
        <Term name="Role">{invite.role}</Term>
        <Term name="Link holds until">{momentText(invite.expires_at)}</Term>
      </dl>
      {invite.replaces === 0 ? null : (
        <Verdict tone="look" title="The new passkey replaces the old ones">
          <p>
            {invite.user} has {invite.replaces} {invite.replaces === 1 ? 'passkey' : 'passkeys'}.
            They stop working, and all sessions end.
          </p>
        </Verdict>
      )}
      <TextField
        label="Name of the passkey"
        value={name}
        change={setName}
        maxLength={200}
        hint="To tell it apart: the device or the key ring it is on."
      />
      <Button
        look="primary"
        disabled={register.isPending || name.trim() === ''}
        onClick={() => register.mutate()}
      >
        {register.isPending ? 'Waiting for your passkey…' : 'Register a passkey'}
      </Button>
      {register.error === null ? null : (
        <PasskeyFailureNote title="No passkey was registered" error={register.error} />
      )}
    </>
  )
}

// Passkeys as the house writes them (JSON, bytes as base64url) and as the browser wants them (bytes).

interface Descriptor {
  id: string;
  type: "public-key";
}
export interface CreationOptions {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: PublicKeyCredentialParameters[];
  timeout: number;
  excludeCredentials: Descriptor[];
  authenticatorSelection: AuthenticatorSelectionCriteria;
  attestation: AttestationConveyancePreference;
}
export interface RequestOptions {
  challenge: string;
  rpId: string;
  timeout: number;
  allowCredentials: Descriptor[];
  userVerification: UserVerificationRequirement;
}

/** Nobody touched the device, or it would not: nothing was made or shown. */
export class Cancelled extends Error {}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

export function toBase64url(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const described = (all: Descriptor[] | undefined): PublicKeyCredentialDescriptor[] => (all ?? []).map(({ id, type }) => ({ id: fromBase64url(id), type }));

/** Whether this browser, at this address, can have passkeys at all: not at a bare address, nor without encryption. */
export const possible = (): boolean => window.isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

export async function made(options: CreationOptions): Promise<unknown> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: fromBase64url(options.challenge),
    user: { ...options.user, id: fromBase64url(options.user.id) },
    excludeCredentials: described(options.excludeCredentials),
  };
  const credential = await asked(() => navigator.credentials.create({ publicKey }));
  const response = credential.response as AuthenticatorAttestationResponse;
  return told(credential, { clientDataJSON: toBase64url(response.clientDataJSON), attestationObject: toBase64url(response.attestationObject) });
}

export async function shown(options: RequestOptions): Promise<unknown> {
  const publicKey: PublicKeyCredentialRequestOptions = { ...options, challenge: fromBase64url(options.challenge), allowCredentials: described(options.allowCredentials) };
  const credential = await asked(() => navigator.credentials.get({ publicKey }));
  const response = credential.response as AuthenticatorAssertionResponse;
  return told(credential, {
    clientDataJSON: toBase64url(response.clientDataJSON),
    authenticatorData: toBase64url(response.authenticatorData),
    signature: toBase64url(response.signature),
    ...(response.userHandle ? { userHandle: toBase64url(response.userHandle) } : {}),
  });
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await ask().catch((error: unknown) => {
    throw new Cancelled(error instanceof Error ? error.message : "");
  });
  if (!(found instanceof PublicKeyCredential)) throw new Cancelled();
  return found;
}

const told = ({ id, rawId, type }: PublicKeyCredential, response: Record<string, string>): unknown => ({ id, rawId: toBase64url(rawId), type, response });

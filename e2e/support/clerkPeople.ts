/** The users of the stubbed Clerk instance, and their JSON in Clerk's frontend API. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  /** Whether its admins may delete it, which is Clerk's default. */
  readonly adminDelete?: boolean;
}

export interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly role?: "admin" | "member";
  /** The first is active after sign-in. */
  readonly organizations: readonly Organization[];
}

export const REYES: Organization = { id: "org_reyes", name: "Reyes Gutters" };
export const BELL: Organization = { id: "org_bell", name: "Bell Exteriors" };
const TORRES: Organization = {
  id: "org_torres",
  name: "Torres Trim",
  adminDelete: true,
};

export const DANA: Person = {
  id: "user_dana",
  firstName: "Dana",
  lastName: "Reyes",
  email: "dana@reyesgutters.test",
  password: "rain-goes-down-1",
  organizations: [REYES],
};

export const MARCUS: Person = {
  id: "user_marcus",
  firstName: "Marcus",
  lastName: "Bell",
  email: "marcus@bellexteriors.test",
  password: "ladder-up-2-the-eaves",
  organizations: [REYES, BELL],
};

export const IVY: Person = {
  id: "user_ivy",
  firstName: "Ivy",
  lastName: "Stone",
  email: "ivy@bellexteriors.test",
  password: "soffit-and-fascia-3",
  organizations: [BELL],
};

/** An admin of an organization that admins may delete, and of one that they may not. */
export const LENA: Person = {
  id: "user_lena",
  firstName: "Lena",
  lastName: "Torres",
  email: "lena@torrestrim.test",
  password: "fascia-board-4-feet",
  role: "admin",
  organizations: [TORRES, BELL],
};

/** A person whom no organization has added yet. */
export const NED: Person = {
  id: "user_ned",
  firstName: "Ned",
  lastName: "Moss",
  email: "ned@moss.test",
  password: "drip-edge-5-inches",
  organizations: [],
};

export const PEOPLE: readonly Person[] = [DANA, MARCUS, IVY, LENA, NED];

/** The role of a member in the claims of Clerk's tokens. */
export function roleOf({ role = "member" }: Person) {
  return `org:${role}`;
}

const MEMBER_PERMISSIONS = ["org:sys_memberships:read"];
const ADMIN_PERMISSIONS = [
  ...MEMBER_PERMISSIONS,
  "org:sys_memberships:manage",
  "org:sys_profile:manage",
  "org:sys_profile:delete",
];

const SINCE = Date.UTC(2026, 0, 5);
const TIMES = { created_at: SINCE, updated_at: SINCE };
const NO_IMAGE = { image_url: "https://img.clerk.com/none", has_image: false };

export function userJson(person: Person) {
  return {
    object: "user",
    id: person.id,
    external_id: null,
    username: null,
    first_name: person.firstName,
    last_name: person.lastName,
    primary_email_address_id: emailIdOf(person),
    primary_phone_number_id: null,
    primary_web3_wallet_id: null,
    profile_image_id: "",
    ...NO_IMAGE,
    email_addresses: [
      {
        object: "email_address",
        id: emailIdOf(person),
        email_address: person.email,
        verification: { status: "verified", strategy: "admin" },
        linked_to: [],
        matches_sso_connection: false,
      },
    ],
    phone_numbers: [],
    web3_wallets: [],
    external_accounts: [],
    enterprise_accounts: [],
    passkeys: [],
    organization_memberships: person.organizations.map((organization) =>
      membershipJson(person, organization),
    ),
    password_enabled: true,
    totp_enabled: false,
    backup_code_enabled: false,
    two_factor_enabled: false,
    public_metadata: {},
    unsafe_metadata: {},
    last_sign_in_at: null,
    create_organization_enabled: false,
    create_organizations_limit: null,
    delete_self_enabled: false,
    legal_accepted_at: null,
    ...TIMES,
  };
}

export function publicUserJson(person: Person) {
  return {
    first_name: person.firstName,
    last_name: person.lastName,
    identifier: person.email,
    user_id: person.id,
    ...NO_IMAGE,
  };
}

export function emailIdOf({ id }: Person) {
  return `idn_${id}`;
}

/** A list of an organization or of the signed-in person's own; undefined for another path. */
export function organizationListJson(path: string, person: Person | undefined) {
  const [, own] = /^\/v1\/me\/organization_(memberships|invitations|suggestions)$/.exec(path) ?? [];
  if (own !== undefined && person !== undefined)
    return listOf(
      own === "memberships"
        ? person.organizations.map((organization) => membershipJson(person, organization))
        : [],
    );
  const [, organizationId, list] =
    /^\/v1\/organizations\/(\w+)\/(memberships|roles|invitations)$/.exec(path) ?? [];
  if (list === undefined) return undefined;
  const memberships = PEOPLE.flatMap((person) =>
    person.organizations
      .filter(({ id }) => id === organizationId)
      .map((organization) => membershipJson(person, organization)),
  );
  return listOf(list === "memberships" ? memberships : []);
}

function listOf(data: readonly unknown[]) {
  return { data, total_count: data.length };
}

function membershipJson(person: Person, { id, name, adminDelete = false }: Organization) {
  return {
    object: "organization_membership",
    id: `orgmem_${id}_${person.id}`,
    role: roleOf(person),
    role_name: person.role === "admin" ? "Admin" : "Member",
    permissions: person.role === "admin" ? ADMIN_PERMISSIONS : MEMBER_PERMISSIONS,
    public_metadata: {},
    public_user_data: publicUserJson(person),
    organization: {
      object: "organization",
      id,
      name,
      slug: id.replace("_", "-"),
      ...NO_IMAGE,
      public_metadata: {},
      members_count: 2,
      pending_invitations_count: 0,
      admin_delete_enabled: adminDelete,
      max_allowed_memberships: 5,
      ...TIMES,
    },
    ...TIMES,
  };
}

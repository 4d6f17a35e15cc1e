const ENVIRONMENT = {
  object: "environment",
  id: "env_stub",
  auth_config: {
    object: "auth_config",
    id: "aconf_stub",
    single_session_mode: true,
    claimed_at: null,
    reverification: false,
  },
  display_config: {
    object: "display_config",
    id: "display_config_stub",
    application_name: "Downspout",
    instance_environment_type: "development",
    branded: false,
    show_devmode_warning: false,
    preferred_sign_in_strategy: "password",
    captcha_public_key: null,
    captcha_public_key_invisible: null,
    captcha_widget_type: null,
    captcha_provider: "turnstile",
    captcha_oauth_bypass: [],
    theme: {
      buttons: {
        font_color: "#ffffff",
        font_family: "sans-serif",
        font_weight: "600",
      },
      general: {
        color: "#6c47ff",
        padding: "1em",
        box_shadow: "none",
        font_color: "#151515",
        font_family: "sans-serif",
        border_radius: "0.5em",
        background_color: "#ffffff",
        label_font_weight: "600",
      },
      accounts: { background_color: "#ffffff" },
    },
    support_email: "",
    terms_url: "",
    privacy_policy_url: "",
    logo_image_url: "",
    favicon_image_url: "",
  },
  user_settings: {
    attributes: {
      email_address: attribute({
        enabled: true,
        required: true,
        used_for_first_factor: true,
        first_factors: ["email_code"],
        verifications: ["email_code"],
      }),
      password: attribute({ enabled: true, required: true }),
      first_name: attribute({ enabled: true }),
      last_name: attribute({ enabled: true }),
      phone_number: attribute({}),
      username: attribute({}),
      web3_wallet: attribute({}),
      authenticator_app: attribute({}),
      backup_code: attribute({}),
      passkey: attribute({}),
      ticket: attribute({ enabled: true }),
    },
    actions: { delete_self: false, create_organization: false },
    social: {},
    enterprise_sso: {
      enabled: false,
      self_serve_sso: false,
      self_serve_directory_sync: false,
    },
    sign_in: { second_factor: { required: false, enabled: false } },
    sign_up: {
      allowlist_only: false,
      progressive: true,
      captcha_enabled: false,
      mode: "restricted",
      legal_consent_enabled: false,
    },
    password_settings: {
      allowed_special_characters: "",
      disable_hibp: false,
      min_length: 8,
      max_length: 72,
      require_special_char: false,
      require_numbers: false,
      require_uppercase: false,
      require_lowercase: false,
      show_zxcvbn: false,
      min_zxcvbn_strength: 0,
    },
    passkey_settings: { allow_autofill: false, show_sign_in_button: false },
    username_settings: { min_length: 4, max_length: 64 },
  },
  organization_settings: {
    enabled: true,
    max_allowed_memberships: 5,
    force_organization_selection: true,
    actions: { admin_delete: false },
    domains: { enabled: false, enrollment_modes: [], default_role: null },
    slug: { disabled: true },
    organization_creation_defaults: { enabled: false },
  },
  commerce_settings: {
    object: "commerce_settings",
    id: "commerce_stub",
    billing: {
      enabled: false,
      has_paid_user_plans: false,
      has_paid_org_plans: false,
      stripe_publishable_key: "",
      organization: { enabled: false, has_paid_plans: false },
      user: { enabled: false, has_paid_plans: false },
    },
  },
  api_keys_settings: { enabled: false },
  protect_config: { object: "protect_config", id: "protect_stub" },
  maintenance_mode: false,
  client_debug_mode: false,
};

/** The settings of the stubbed Clerk instance: email and password, organizations, sign-up only by invitation. */
export function environmentJson(origin: string) {
  const { display_config } = ENVIRONMENT;
  return {
    ...ENVIRONMENT,
    display_config: { ...display_config, ...pagesAt(origin) },
  };
}

function attribute(of: object) {
  return {
    enabled: false,
    required: false,
    used_for_first_factor: false,
    first_factors: [],
    used_for_second_factor: false,
    second_factors: [],
    verifications: [],
    verify_at_sign_up: false,
    ...of,
  };
}

function pagesAt(origin: string) {
  return {
    home_url: origin,
    sign_in_url: `${origin}/sign-in`,
    sign_up_url: `${origin}/sign-up`,
    user_profile_url: `${origin}/user`,
    after_sign_in_url: origin,
    after_sign_up_url: origin,
    after_sign_out_all_url: origin,
    after_sign_out_one_url: origin,
    after_switch_session_url: origin,
    organization_profile_url: `${origin}/organization`,
    create_organization_url: `${origin}/create-organization`,
    after_leave_organization_url: origin,
    after_create_organization_url: origin,
    waitlist_url: `${origin}/waitlist`,
    after_join_waitlist_url: origin,
  };
}

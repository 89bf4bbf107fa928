// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Auth, IAuthority} from "./Auth.sol";

/// @notice Grants functions of contracts to roles, and roles to users; a role is one bit of a word.
contract RolesAuthority is Auth, IAuthority {
    mapping(address user => bytes32 roles) public getUserRoles;
    mapping(address target => mapping(bytes4 functionSig => bool)) public isCapabilityPublic;
    mapping(address target => mapping(bytes4 functionSig => bytes32 roles)) public
        getRolesWithCapability;

    event UserRoleUpdated(address indexed user, uint8 indexed role, bool enabled);
    event RoleCapabilityUpdated(
        uint8 indexed role, address indexed target, bytes4 indexed functionSig, bool enabled
    );
    event PublicCapabilityUpdated(address indexed target, bytes4 indexed functionSig, bool enabled);

    constructor(address owner) Auth(owner, address(0)) {}

    function setUserRole(address user, uint8 role, bool enabled) external requiresAuth {
        getUserRoles[user] = _withRole(getUserRoles[user], role, enabled);
        emit UserRoleUpdated(user, role, enabled);
    }

    function setRoleCapability(uint8 role, address target, bytes4 functionSig, bool enabled)
        external
        requiresAuth
    {
        bytes32 roles = getRolesWithCapability[target][functionSig];
        getRolesWithCapability[target][functionSig] = _withRole(roles, role, enabled);
        emit RoleCapabilityUpdated(role, target, functionSig, enabled);
    }

    function setPublicCapability(address target, bytes4 functionSig, bool enabled)
        external
        requiresAuth
    {
        isCapabilityPublic[target][functionSig] = enabled;
        emit PublicCapabilityUpdated(target, functionSig, enabled);
    }

    function canCall(address user, address target, bytes4 functionSig)
        external
        view
        override
        returns (bool)
    {
        if (isCapabilityPublic[target][functionSig]) return true;
        return getUserRoles[user] & getRolesWithCapability[target][functionSig] != 0;
    }

    function doesUserHaveRole(address user, uint8 role) external view returns (bool) {
        return _hasRole(getUserRoles[user], role);
    }

    function doesRoleHaveCapability(uint8 role, address target, bytes4 functionSig)
        external
        view
        returns (bool)
    {
        return _hasRole(getRolesWithCapability[target][functionSig], role);
    }

    function _hasRole(bytes32 roles, uint8 role) private pure returns (bool) {
        return uint256(roles) >> role & 1 == 1;
    }

    function _withRole(bytes32 roles, uint8 role, bool enabled) private pure returns (bytes32) {
        bytes32 bit = bytes32(uint256(1) << role);
        return enabled ? roles | bit : roles & ~bit;
    }
}

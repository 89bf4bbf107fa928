// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Answers whether `user` may call `functionSig` on `target`.
interface IAuthority {
    function canCall(address user, address target, bytes4 functionSig) external view returns (bool);
}

/// @notice One owner, who may do everything, and an authority that grants single functions to others.
abstract contract Auth {
    address public owner;
    address public authority;

    event OwnershipTransferred(address indexed user, address indexed newOwner);
    event AuthorityUpdated(address indexed user, address indexed newAuthority);

    /// @dev The owner is never taken from `msg.sender`: behind CREATE3 that would be the proxy.
    constructor(address initialOwner, address initialAuthority) {
        owner = initialOwner;
        authority = initialAuthority;
        emit OwnershipTransferred(msg.sender, initialOwner);
        emit AuthorityUpdated(msg.sender, initialAuthority);
    }

    modifier requiresAuth() {
        _requireAuthorized();
        _;
    }

    /// @dev Asks for the owner first, so that an authority that reverts can always be replaced.
    function setAuthority(address newAuthority) external {
        require(msg.sender == owner || _isGranted(msg.sender, msg.sig), "UNAUTHORIZED");
        authority = newAuthority;
        emit AuthorityUpdated(msg.sender, newAuthority);
    }

    function transferOwnership(address newOwner) external requiresAuth {
        owner = newOwner;
        emit OwnershipTransferred(msg.sender, newOwner);
    }

    /// @dev Asks the authority first: one that reverts closes every other function, for the owner too.
    function _requireAuthorized() private view {
        require(_isGranted(msg.sender, msg.sig) || msg.sender == owner, "UNAUTHORIZED");
    }

    /// @dev True if there is an authority and it says yes.
    function _isGranted(address user, bytes4 functionSig) private view returns (bool) {
        address judge = authority;
        return judge != address(0) && IAuthority(judge).canCall(user, address(this), functionSig);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CooldownSilo} from "./CooldownSilo.sol";
import {Vault4626} from "./Vault4626.sol";

/// @notice sUSDe-like staking vault: assets leave through a cooldown while its duration is not zero.
contract CooldownVault is Vault4626 {
    event CooldownDurationUpdated(uint24 previousDuration, uint24 newDuration);

    error OperationNotAllowed();
    error ExcessiveWithdrawAmount();
    error ExcessiveRedeemAmount();
    error InvalidCooldown();

    struct UserCooldown {
        uint104 cooldownEnd;
        uint152 underlyingAmount;
    }

    CooldownSilo public immutable silo;
    uint24 public constant MAX_COOLDOWN_DURATION = 90 days;
    uint24 public cooldownDuration;
    mapping(address => UserCooldown) public cooldowns;

    constructor(
        address owner,
        address asset_,
        string memory name,
        string memory symbol,
        uint24 duration
    ) Vault4626(owner, asset_, name, symbol) {
        if (duration > MAX_COOLDOWN_DURATION) revert InvalidCooldown();
        silo = new CooldownSilo(address(this), asset_);
        cooldownDuration = duration;
    }

    function setCooldownDuration(uint24 duration) external onlyOwner {
        if (duration > MAX_COOLDOWN_DURATION) revert InvalidCooldown();
        emit CooldownDurationUpdated(cooldownDuration, duration);
        cooldownDuration = duration;
    }

    function withdraw(uint256 assets, address receiver, address holder)
        public
        override
        returns (uint256)
    {
        if (cooldownDuration != 0) revert OperationNotAllowed();
        return super.withdraw(assets, receiver, holder);
    }

    function redeem(uint256 shares, address receiver, address holder)
        public
        override
        returns (uint256)
    {
        if (cooldownDuration != 0) revert OperationNotAllowed();
        return super.redeem(shares, receiver, holder);
    }

    /// @notice Burns the shares of `assets` and starts the caller's cooldown anew.
    function cooldownAssets(uint256 assets) external returns (uint256 shares) {
        if (assets > maxWithdraw(msg.sender)) revert ExcessiveWithdrawAmount();
        shares = previewWithdraw(assets);
        _cool(assets, shares);
    }

    /// @notice Burns `shares` and starts the caller's cooldown anew.
    function cooldownShares(uint256 shares) external returns (uint256 assets) {
        if (shares > maxRedeem(msg.sender)) revert ExcessiveRedeemAmount();
        assets = previewRedeem(shares);
        _cool(assets, shares);
    }

    /// @notice Pays what the caller has cooled down to `receiver`.
    function unstake(address receiver) external {
        UserCooldown memory cooldown = cooldowns[msg.sender];
        bool isOver = block.timestamp >= cooldown.cooldownEnd || cooldownDuration == 0;
        if (!isOver) revert InvalidCooldown();
        delete cooldowns[msg.sender];
        silo.withdraw(receiver, cooldown.underlyingAmount);
    }

    function _cool(uint256 assets, uint256 shares) private {
        if (cooldownDuration == 0) revert OperationNotAllowed();
        UserCooldown storage cooldown = cooldowns[msg.sender];
        cooldown.cooldownEnd = uint104(block.timestamp + cooldownDuration);
        cooldown.underlyingAmount += uint152(assets);
        _withdraw(msg.sender, address(silo), msg.sender, assets, shares);
    }
}

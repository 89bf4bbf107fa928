// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {TellerCore} from "./TellerCore.sol";

/// @notice The door of a vault: several assets, referrals, locks, refunds.
contract Teller is TellerCore {
    event Deposit(
        uint256 nonce,
        address indexed receiver,
        address indexed depositAsset,
        uint256 depositAmount,
        uint256 shareAmount,
        uint256 depositTimestamp,
        uint256 shareLockPeriodAtTimeOfDeposit,
        address indexed referralAddress
    );
    event Withdraw(address indexed asset, uint256 shareAmount);

    constructor(address owner, address vault, address accountant, address weth)
        TellerCore(owner, vault, accountant, weth)
    {}

    /// @notice Deposits for the caller; at the address of the coin the amount is what is sent along.
    function deposit(
        address depositAsset,
        uint256 depositAmount,
        uint256 minimumMint,
        address referralAddress
    ) external payable requiresAuth nonReentrant returns (uint256) {
        return _deposit(depositAsset, depositAmount, minimumMint, msg.sender, referralAddress);
    }

    /// @notice Deposits for somebody else.
    function deposit(
        address depositAsset,
        uint256 depositAmount,
        uint256 minimumMint,
        address to,
        address referralAddress
    ) external payable requiresAuth nonReentrant returns (uint256) {
        return _deposit(depositAsset, depositAmount, minimumMint, to, referralAddress);
    }

    /// @notice Deposits with a signed approval, which names the vault as its spender.
    function depositWithPermit(
        address depositAsset,
        uint256 depositAmount,
        uint256 minimumMint,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s,
        address referralAddress
    ) external requiresAuth nonReentrant returns (uint256) {
        _permit(depositAsset, depositAmount, deadline, v, r, s);
        return _deposit(depositAsset, depositAmount, minimumMint, msg.sender, referralAddress);
    }

    /// @notice Withdraws shares of the caller that are not locked.
    function withdraw(address withdrawAsset, uint256 shareAmount, uint256 minimumAssets, address to)
        external
        requiresAuth
        nonReentrant
        returns (uint256 assetsOut)
    {
        assetsOut = _withdraw(withdrawAsset, shareAmount, minimumAssets, to);
        emit Withdraw(withdrawAsset, shareAmount);
    }

    /// @notice Gives a deposit back while its shares are locked; the arguments are those of its event.
    function refundDeposit(
        uint256 nonce,
        address receiver,
        address depositAsset,
        uint256 depositAmount,
        uint256 shareAmount,
        uint256 depositTimestamp,
        uint256 shareLockPeriodAtTimeOfDeposit,
        address referralAddress
    ) external requiresAuth nonReentrant {
        DepositRecord memory record = DepositRecord(
            receiver,
            depositAsset,
            depositAmount,
            shareAmount,
            depositTimestamp,
            shareLockPeriodAtTimeOfDeposit
        );
        _refund(nonce, record, _hashOf(record, referralAddress));
    }

    function version() external pure virtual returns (string memory) {
        return "Base V0.2";
    }

    function _deposit(
        address depositAsset,
        uint256 depositAmount,
        uint256 minimumMint,
        address to,
        address referralAddress
    ) private returns (uint256) {
        (uint256 amount, uint256 shares) =
            _depositPublicly(depositAsset, depositAmount, minimumMint, to);
        DepositRecord memory record =
            DepositRecord(to, depositAsset, amount, shares, block.timestamp, shareLockPeriod);
        if (record.lockPeriod > 0) {
            publicDepositHistory[depositNonce] = _hashOf(record, referralAddress);
        }
        emit Deposit(
            depositNonce,
            to,
            depositAsset,
            amount,
            shares,
            block.timestamp,
            record.lockPeriod,
            referralAddress
        );
        return shares;
    }

    function _hashOf(DepositRecord memory record, address referralAddress)
        private
        pure
        returns (bytes32)
    {
        return keccak256(abi.encode(record, referralAddress));
    }
}

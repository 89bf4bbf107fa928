// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MessageTransmitterV2} from "./MessageTransmitterV2.sol";

/// @notice CCTP v2-like sending of one token: locked here instead of burned, paid out on arrival.
contract TokenMessengerV2 {
    using SafeERC20 for IERC20;

    address public immutable owner;
    address public immutable localToken;
    address public immutable localMessageTransmitter;
    mapping(uint32 domain => bytes32) public remoteTokenMessengers;

    event DepositForBurn(
        address indexed burnToken,
        uint256 amount,
        address indexed depositor,
        bytes32 mintRecipient,
        uint32 destinationDomain,
        bytes32 destinationTokenMessenger,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 indexed minFinalityThreshold,
        bytes hookData
    );
    event MintAndWithdraw(
        address indexed mintRecipient,
        uint256 amount,
        address indexed mintToken,
        uint256 feeCollected
    );
    event RemoteTokenMessengerAdded(uint32 domain, bytes32 tokenMessenger);

    constructor(address owner_, address token, address transmitter) {
        owner = owner_;
        localToken = token;
        localMessageTransmitter = transmitter;
    }

    function addRemoteTokenMessenger(uint32 domain, bytes32 tokenMessenger) external {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        remoteTokenMessengers[domain] = tokenMessenger;
        emit RemoteTokenMessengerAdded(domain, tokenMessenger);
    }

    function depositForBurn(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold
    ) external {
        require(amount > 0, "Amount must be nonzero");
        require(maxFee < amount, "Max fee must be less than amount");
        require(mintRecipient != 0, "Mint recipient must be nonzero");
        require(burnToken == localToken, "Burn token not supported");
        bytes32 remote = remoteTokenMessengers[destinationDomain];
        require(remote != 0, "No TokenMessenger for domain");
        IERC20(burnToken).safeTransferFrom(msg.sender, address(this), amount);
        bytes memory body = _body(burnToken, mintRecipient, amount, maxFee);
        _send(destinationDomain, remote, destinationCaller, minFinalityThreshold, body);
        emit DepositForBurn(
            burnToken,
            amount,
            msg.sender,
            mintRecipient,
            destinationDomain,
            remote,
            destinationCaller,
            maxFee,
            minFinalityThreshold,
            ""
        );
    }

    /// @notice Pays what a received message says: amount less the fee of the way.
    function handleReceivedMessage(uint32 sourceDomain, bytes32 sender, bytes calldata body)
        external
        returns (bool)
    {
        require(msg.sender == localMessageTransmitter, "Invalid message transmitter");
        require(
            sender != 0 && sender == remoteTokenMessengers[sourceDomain],
            "Remote TokenMessenger unsupported"
        );
        require(body.length >= 228, "Invalid burn message: too short");
        address recipient = address(uint160(uint256(bytes32(body[36:68]))));
        uint256 amount = uint256(bytes32(body[68:100]));
        uint256 fee = uint256(bytes32(body[164:196]));
        IERC20(localToken).safeTransfer(recipient, amount - fee);
        emit MintAndWithdraw(recipient, amount - fee, localToken, fee);
        return true;
    }

    function _send(
        uint32 domain,
        bytes32 remote,
        bytes32 caller,
        uint32 finality,
        bytes memory body
    ) private {
        MessageTransmitterV2(localMessageTransmitter)
            .sendMessage(domain, remote, caller, finality, body);
    }

    /// @dev version, token, recipient, amount, sender, highest fee, fee taken 0, expiry 0.
    function _body(address burnToken, bytes32 mintRecipient, uint256 amount, uint256 maxFee)
        private
        view
        returns (bytes memory)
    {
        return abi.encodePacked(
            uint32(1),
            bytes32(uint256(uint160(burnToken))),
            mintRecipient,
            amount,
            bytes32(uint256(uint160(msg.sender))),
            maxFee,
            uint256(0),
            uint256(0)
        );
    }
}
